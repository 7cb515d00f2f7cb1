//! How long a store beyond the network is asked.
//!
//! Comes in: how each request went. Goes out: whether to ask again, and what the user is told at the end. A store that is away is
//! given up after a few failures in a row; one that is slow, when it has taken more than it can save.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// So many failures in a row are enough.
const FAILURES: u32 = 3;
/// What answers may take all together, and each of them on top of it.
const GRACE: Duration = Duration::from_secs(5);
const FAIR: Duration = Duration::from_millis(250);
/// Until there was an answer a request may take longer: names and keys have to be found out.
const FIRST: Duration = Duration::from_secs(5);
const LATER: Duration = Duration::from_secs(2);

/// With requests of one kind.
#[derive(Default)]
pub struct Patience(Mutex<Account>);

#[derive(Default)]
struct Account {
    asked: u32,
    failed: u32,
    in_a_row: u32,
    waited: Duration,
    /// Why the first one failed.
    first: Option<String>,
    is_over: bool,
}

impl Patience {
    fn account(&self) -> MutexGuard<'_, Account> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn is_over(&self) -> bool {
        self.account().is_over
    }

    /// How long to wait for an answer.
    pub fn limit(&self) -> Duration {
        let account = self.account();
        match account.asked > account.failed {
            true => LATER,
            false => FIRST,
        }
    }

    /// It took so long, and went well or failed for a reason.
    pub fn count<T>(&self, took: Duration, answer: &Result<T, String>) {
        let mut account = self.account();
        account.asked += 1;
        account.waited += took;
        match answer {
            Ok(_) => account.in_a_row = 0,
            Err(why) => {
                account.failed += 1;
                account.in_a_row += 1;
                account.first.get_or_insert_with(|| why.clone());
            }
        }
        let too_slow = account.waited > GRACE + FAIR * account.asked;
        account.is_over |= account.in_a_row >= FAILURES || too_slow;
    }

    pub fn give_up(&self, why: &str) {
        let mut account = self.account();
        account.is_over = true;
        account.first.get_or_insert_with(|| why.into());
    }

    /// What is to be told of it, if anything is: what happened, and why.
    pub fn outcome(&self) -> Option<(String, Option<String>)> {
        let account = self.account();
        let Account { asked, failed, .. } = *account;
        let seconds = account.waited.as_secs_f64();
        let what = match (account.is_over, failed) {
            (false, 0) => return None,
            (false, _) => format!("failed {failed} of {asked} times"),
            (true, 0) if asked > 0 => {
                format!("took {seconds:.1} s for {asked} answers and was disabled for this run")
            }
            (true, 0) => "cannot be used".into(),
            (true, _) => format!("failed {failed} of {asked} times and was disabled for this run"),
        };
        Some((what, account.first.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHORT: Duration = Duration::from_millis(1);

    fn failure() -> Result<(), String> {
        Err("no route".into())
    }

    #[test]
    fn failures_in_a_row_end_it() {
        let patience = Patience::default();
        for answer in [failure(), failure(), Ok(()), failure(), failure()] {
            patience.count(SHORT, &answer);
        }
        assert!(!patience.is_over());
        let told = |text: &str| Some((text.to_string(), Some("no route".to_string())));
        assert_eq!(patience.outcome(), told("failed 4 of 5 times"));
        patience.count(SHORT, &failure());
        assert!(patience.is_over());
        let text = "failed 5 of 6 times and was disabled for this run";
        assert_eq!(patience.outcome(), told(text));
    }

    #[test]
    fn so_do_slow_answers() {
        let slow = Patience::default();
        let answers = (0..).take_while(|_| !slow.is_over());
        let asked = answers.map(|_| slow.count(8 * FAIR, &Ok(()))).count();
        assert_eq!(asked, 3);
        assert!(
            slow.outcome()
                .is_some_and(|(what, _)| what.contains("6.0 s for 3"))
        );
        let fair = Patience::default();
        (0..1000).for_each(|_| fair.count(FAIR, &Ok(())));
        assert_eq!(fair.outcome(), None);
    }

    #[test]
    fn the_first_answer_may_take_longer() {
        let patience = Patience::default();
        assert_eq!(patience.limit(), FIRST);
        patience.count(SHORT, &failure());
        assert_eq!(patience.limit(), FIRST);
        patience.count(SHORT, &Ok(()));
        assert_eq!(patience.limit(), LATER);
    }
}
