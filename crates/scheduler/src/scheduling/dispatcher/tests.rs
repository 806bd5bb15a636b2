use super::*;
use bestmove_query::Priority::{Background, Batch, Interactive};
use std::future::{pending, ready};
use std::sync::mpsc::{self, Sender};
use std::thread;
use tokio::time::{sleep, timeout};

const SECOND: Duration = Duration::from_secs(1);

const fn request(priority: Priority, seconds: u32, preempt_after: Duration) -> QueueRequest {
    QueueRequest { priority, client: None, time: SECOND.saturating_mul(seconds), preempt_after }
}

/// A finished search without an answer.
fn without_answer(worker: Worker) -> Done {
    Done { worker, answer: Box::new(|| ()) }
}

/// A search that keeps its worker until the struct is dropped.
struct Search {
    slot: QueueSlot,
    began: Receiver<Instant>,
    _done: Sender<()>,
}

impl Search {
    fn new(dispatcher: &Arc<Dispatcher>, request: QueueRequest) -> Self {
        let (sender, began) = channel();
        let (done, is_done) = mpsc::channel::<()>();
        let work = move |worker| {
            let _ = sender.send(Instant::now());
            let _ = is_done.recv();
            without_answer(worker)
        };
        Self { slot: dispatcher.begin(request, Box::new(work)), began, _done: done }
    }

    async fn began(&mut self) -> Instant {
        (&mut self.began).await.unwrap()
    }
}

/// A search that yields once it should, then ends. The receiver gets whether its worker came back.
fn yielding(
    dispatcher: &Arc<Dispatcher>,
    request: QueueRequest,
    end: impl Future<Output = ()> + Send + 'static,
) -> (QueueSlot, Receiver<bool>) {
    let (sender, receiver) = channel();
    let work = move |worker: Worker| {
        while !worker.should_yield() {
            thread::yield_now();
        }
        worker.yield_blocking(end);
        let _ = sender.send(!worker.is_taken_away.load(Ordering::Relaxed));
        without_answer(worker)
    };
    (dispatcher.begin(request, Box::new(work)), receiver)
}

async fn wait_until(holds: impl Fn() -> bool) {
    let comes_true = async {
        while !holds() {
            sleep(Duration::from_millis(1)).await;
        }
    };
    timeout(20 * SECOND, comes_true).await.unwrap();
}

async fn wait_until_free(dispatcher: &Dispatcher, workers: usize) {
    wait_until(|| dispatcher.free() == workers).await;
}

#[tokio::test]
async fn higher_priorities_and_shorter_requests_go_first() {
    let dispatcher = Dispatcher::new(1);
    let busy = Search::new(&dispatcher, request(Interactive, 1, QUANTUM));
    let order = Arc::new(Mutex::new(Vec::new()));
    let mut slots = Vec::new();
    for (name, priority, seconds) in
        [("long", Background, 0), ("batch", Batch, 0), ("slow", Interactive, 9), ("first", Interactive, 1)]
    {
        let order = Arc::clone(&order);
        let work = move |worker| {
            order.lock().push(name);
            without_answer(worker)
        };
        slots.push(dispatcher.begin(request(priority, seconds, QUANTUM), Box::new(work)));
    }
    assert_eq!([Interactive, Batch, Background].map(|priority| dispatcher.waiting(priority)), [2, 1, 1]);
    drop(busy);
    wait_until_free(&dispatcher, 1).await;
    assert_eq!(*order.lock(), ["first", "slow", "batch", "long"]);
}

#[tokio::test]
async fn leaving_the_queue_loses_no_worker() {
    let dispatcher = Dispatcher::new(1);
    let mut busy = Search::new(&dispatcher, request(Interactive, 1, QUANTUM));
    let mut waiting = Search::new(&dispatcher, request(Interactive, 1, QUANTUM));
    assert!(waiting.slot.waits() && waiting.slot.leave().is_some());
    let preempt_after = dispatcher.heads.preempt_after(Level::Background, SECOND);
    assert_eq!((dispatcher.waiting(Interactive), preempt_after), (0, None));
    busy.began().await;
    assert!(busy.slot.leave().is_none(), "it has begun");
    drop(busy);
    wait_until_free(&dispatcher, 1).await;
}

#[tokio::test]
async fn background_work_yields_after_a_quantum() {
    let (dispatcher, start) = (Dispatcher::new(1), Instant::now());
    let (_slot, resumed) = yielding(&dispatcher, request(Background, 0, QUANTUM), pending());
    let mut search = Search::new(&dispatcher, request(Interactive, 1, Duration::MAX));
    assert!(search.began().await - start >= QUANTUM);
    drop(search);
    assert!(resumed.await.unwrap());
    wait_until_free(&dispatcher, 1).await;
}

#[tokio::test]
async fn a_search_that_nobody_waits_for_keeps_its_worker() {
    let dispatcher = Dispatcher::new(1);
    let (sender, has_yielded) = channel();
    let work = move |worker: Worker| {
        let _ = sender.send(worker.yield_blocking(pending()));
        without_answer(worker)
    };
    let _slot = dispatcher.begin(request(Interactive, 10, QUANTUM), Box::new(work));
    assert!(!has_yielded.await.unwrap());
}

#[tokio::test]
async fn urgent_searches_preempt_background_work_sooner() {
    for (preempt_after, expected) in [(Duration::MAX, QUANTUM), (Duration::ZERO, Duration::ZERO)] {
        let dispatcher = Dispatcher::new(1);
        let _busy = Search::new(&dispatcher, request(Background, 0, QUANTUM));
        let _waiting = Search::new(&dispatcher, request(Interactive, 1, preempt_after));
        let found = dispatcher.heads.preempt_after(Level::Background, SECOND);
        assert_eq!(found.map(Duration::from_micros), Some(expected));
    }
}

#[tokio::test]
async fn a_request_of_a_quarter_of_the_time_preempts_and_a_longer_one_does_not() {
    let dispatcher = Dispatcher::new(1);
    let (_slot, resumed) = yielding(&dispatcher, request(Interactive, 10, QUANTUM), pending());
    let equal = Search::new(&dispatcher, request(Interactive, 6, Duration::ZERO));
    sleep(2 * QUANTUM).await;
    assert_eq!(dispatcher.waiting(Interactive), 1, "it is too long to preempt");
    let mut short = Search::new(&dispatcher, request(Interactive, 2, Duration::ZERO));
    short.began().await;
    assert_eq!(dispatcher.waiting(Interactive), 2);
    drop(short);
    assert!(resumed.await.unwrap(), "it resumes before the other begins");
    drop(equal);
    wait_until_free(&dispatcher, 1).await;
    assert_eq!(dispatcher.state().preempted, 0);
}

#[tokio::test]
async fn a_search_that_has_had_its_time_yields_to_longer_ones() {
    let dispatcher = Dispatcher::new(1);
    let (sender, resumed) = channel();
    let work = move |worker: Worker| {
        worker.run_late();
        while !worker.should_yield() {
            thread::yield_now();
        }
        let _ = sender.send(worker.yield_blocking(pending()));
        without_answer(worker)
    };
    let _slot = dispatcher.begin(request(Interactive, 1, QUANTUM), Box::new(work));
    let mut longer = Search::new(&dispatcher, request(Interactive, 100, Duration::ZERO));
    longer.began().await;
    drop(longer);
    assert!(resumed.await.unwrap());
    wait_until_free(&dispatcher, 1).await;
}

#[tokio::test]
async fn a_preempted_search_ends_in_time_without_a_worker() {
    let dispatcher = Dispatcher::new(1);
    let (_slot, resumed) = yielding(&dispatcher, request(Interactive, 10, QUANTUM), ready(()));
    let mut short = Search::new(&dispatcher, request(Interactive, 1, Duration::ZERO));
    short.began().await;
    assert!(!resumed.await.unwrap());
    assert_eq!((dispatcher.free(), dispatcher.state().preempted), (0, 0));
    drop(short);
    wait_until_free(&dispatcher, 1).await;
}

#[tokio::test]
async fn a_search_without_time_runs_without_a_worker() {
    let dispatcher = Dispatcher::new(1);
    let busy = Search::new(&dispatcher, request(Interactive, 1, QUANTUM));
    let mut late = Search::new(&dispatcher, request(Interactive, 1, QUANTUM));
    late.slot.run_without_worker();
    late.began().await;
    drop(late);
    assert_eq!(dispatcher.free(), 0);
    drop(busy);
    wait_until_free(&dispatcher, 1).await;
}

#[tokio::test]
async fn the_number_of_preempted_searches_is_bounded() {
    let dispatcher = Dispatcher::new(1);
    let mut searches = Vec::new();
    for seconds in [1000, 100, 10] {
        searches.push(yielding(&dispatcher, request(Interactive, seconds, Duration::ZERO), pending()));
        wait_until(|| dispatcher.state().preempted == searches.len() - 1).await;
    }
    let mut short = Search::new(&dispatcher, request(Interactive, 1, Duration::ZERO));
    // Two searches are preempted, which is the limit, so the third ends before the short one begins.
    let (_third, resumed) = searches.pop().unwrap();
    assert!(resumed.await.unwrap());
    assert_eq!(dispatcher.state().preempted, 2);
    short.began().await;
    drop(short);
    for (_slot, resumed) in searches {
        assert!(resumed.await.unwrap());
    }
    wait_until_free(&dispatcher, 1).await;
}

#[tokio::test]
async fn a_helper_has_a_free_worker_until_a_search_waits() {
    let dispatcher = Dispatcher::new(2);
    let (sender, is_last) = channel();
    let (done, is_done) = mpsc::channel::<()>();
    let work = move |worker: Worker| {
        let runtime = Handle::current();
        let help = || {
            let turn = worker.spare(&runtime).unwrap();
            let _ = sender.send(worker.spare(&runtime).is_none());
            while !turn.is_over() {
                thread::yield_now();
            }
        };
        thread::scope(|scope| drop(scope.spawn(help)));
        let _ = is_done.recv();
        without_answer(worker)
    };
    let _helped = dispatcher.begin(request(Background, 1, QUANTUM), Box::new(work));
    assert!(is_last.await.unwrap(), "there are two workers");
    let mut search = Search::new(&dispatcher, request(Background, 1, QUANTUM));
    search.began().await;
    assert_eq!(dispatcher.free(), 0);
    drop((search, done));
    wait_until_free(&dispatcher, 2).await;
}
