//! Delivery to the sockets that this program holds. Each device has a line: one batch is on its way
//! at a time, in the order of the queue, and the next follows when the device has confirmed it. So
//! a device gets what waits at its own pace, in order, and none waits for another.

mod acknowledge;
mod confirmations;
mod deliverer;
mod line;
mod run;

pub(crate) use acknowledge::Acknowledge;
pub(crate) use confirmations::Confirmations;
pub(crate) use run::worker;
