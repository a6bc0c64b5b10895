//! Who runs when: a bounded number at a time, in a fair order.

use crate::Scripts;
use crate::model::{ExecutionStatus, Finish};
use crate::run::{Job, Why};

impl Scripts {
    /// Lets an accepted execution wait for its turn, which may be now.
    pub(super) fn submit(&self, job: Job) {
        let mut board = self.board();
        board.tickets.insert(job.id.clone(), job.ticket.clone());
        let owner = job.owner.clone();
        board.queue.push(&owner, job);
        drop(board);
        self.serve_next();
    }

    fn serve_next(&self) {
        loop {
            let mut board = self.board();
            let free = board.running < self.config().max_concurrent as usize;
            let job = if free { board.queue.pop() } else { None };
            board.running += usize::from(job.is_some());
            self.figures().waiting.set(i64::try_from(board.queue.len()).unwrap_or(i64::MAX));
            self.figures().running.set(i64::try_from(board.running).unwrap_or(i64::MAX));
            drop(board);
            let Some(job) = job else { return };
            let turn = Turn(self.clone());
            let scripts = self.clone();
            self.supervisor().spawn(async move {
                let _turn = turn;
                scripts.carry_out(job).await;
            });
        }
    }

    /// Ends an execution or a workflow's run that is known here; one that waits is over at once.
    pub(crate) fn stop(&self, id: &str, why: Why) {
        let mut board = self.board();
        let waiting = board.queue.remove(|job| job.id == id);
        let ticket = board.tickets.get(id).cloned();
        drop(board);
        if let Some(ticket) = ticket {
            ticket.stop(why);
        }
        if let Some(job) = waiting {
            let scripts = self.clone();
            self.supervisor().spawn(async move {
                let finish = Finish::silent(why.status(), why.message());
                scripts.finish(&job, ExecutionStatus::Pending, finish).await;
            });
        }
    }
}

/// The right to run; the next one has it when this is dropped, also by a panic.
struct Turn(Scripts);

impl Drop for Turn {
    fn drop(&mut self) {
        self.0.board().running -= 1;
        self.0.serve_next();
    }
}
