//! A question, and what is heard of the answer.

use super::flight::{Meter, News, Waiter};
use super::{Budget, EngineError, Job, Priority, Report, Topic};
use crate::clients::Client;
use std::time::Instant;
use tokio::sync::watch;

/// A question that can be answered, and what may be spent on it.
pub struct Inquiry {
    pub(super) job: Box<dyn Job>,
    pub(super) budget: Budget,
    pub(super) arrival: Instant,
    pub(super) priority: Priority,
    /// With whom others who are in no hurry take turns.
    pub(super) client: Option<Client>,
}

impl Inquiry {
    /// The same, asked by that client.
    #[must_use]
    pub fn by(self, client: Client) -> Self {
        Self { client: Some(client), ..self }
    }

    /// What is asked.
    #[must_use]
    pub fn topic(&self) -> &Topic {
        self.job.topic()
    }

    /// What may be spent.
    #[must_use]
    pub const fn budget(&self) -> &Budget {
        &self.budget
    }
}

/// An answer in the making. Dropped, it is given up: the search ends, unless another request waits
/// for it.
pub struct Thinking {
    pub(super) arrival: Instant,
    pub(super) course: Course,
}

/// The latest, once there is something new; `None` if there never will be.
pub(super) async fn heard(news: &mut watch::Receiver<Option<News>>) -> Option<News> {
    loop {
        news.changed().await.ok()?;
        if let news @ Some(_) = news.borrow_and_update().clone() {
            return news;
        }
    }
}

/// How an answer comes about.
pub(super) enum Course {
    /// It takes no search.
    Known(Report),
    /// By the search of a flight.
    Flown(Waiter),
    /// By an analysis that goes on by itself.
    Followed(watch::Receiver<Option<News>>),
}

impl Thinking {
    /// The latest, once there is something new; not to be asked after the end. May be given up and
    /// asked again.
    pub async fn next(&mut self) -> News {
        let news = match &mut self.course {
            Course::Known(report) => News::End(Ok(report.clone())),
            Course::Flown(waiter) => waiter.next().await,
            Course::Followed(news) => {
                return heard(news).await.unwrap_or(News::End(Err(EngineError::Forgotten)));
            }
        };
        let timed = |report: Report| Report { elapsed: self.arrival.elapsed(), ..report };
        match news {
            News::Update(report) => News::Update(timed(report)),
            News::End(answer) => News::End(answer.map(timed)),
        }
    }

    /// Tells what the search of its own takes, if there is one.
    #[must_use]
    pub fn meter(&self) -> Option<Meter> {
        match &self.course {
            Course::Flown(waiter) => Some(waiter.meter()),
            Course::Known(_) | Course::Followed(_) => None,
        }
    }

    /// The answer.
    ///
    /// # Errors
    ///
    /// See [`EngineError`].
    pub async fn end(mut self) -> Result<Report, EngineError> {
        if let Course::Flown(waiter) = &mut self.course {
            let report = waiter.end().await?;
            return Ok(Report { elapsed: self.arrival.elapsed(), ..report });
        }
        loop {
            if let News::End(answer) = self.next().await {
                return answer;
            }
        }
    }
}

#[cfg(test)]
impl Thinking {
    /// Nothing is ever heard of it.
    pub(crate) fn endless() -> Self {
        use super::flight::{Flights, Question};
        use super::{Allowance, Wish};
        use std::sync::Arc;
        let topic = Topic { game: "", position: String::new(), moves: Vec::new(), lines: 1, only: None };
        let budget = Allowance::default().grant(&Wish::default()).unwrap();
        let question = Question { topic, budget, priority: Priority::Interactive, client: None };
        let (waiter, _) = Arc::<Flights>::default().join(&question);
        Self { arrival: Instant::now(), course: Course::Flown(waiter) }
    }
}
