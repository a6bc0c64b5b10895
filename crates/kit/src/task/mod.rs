mod shutdown;
mod supervisor;

pub use shutdown::Shutdown;
pub use supervisor::{Supervisor, Worker};
