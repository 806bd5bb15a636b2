//! The statements, a file each.

macro_rules! statements {
    ($($name:ident = $file:literal;)+) => {
        $(pub(super) const $name: &str = include_str!(concat!("statements/", $file, ".sql"));)+
    };
}

statements! {
    ADD = "add";
    BACKLOG = "backlog";
    BEAT = "beat";
    CANCEL = "cancel";
    CLAIM_ANY = "claim_any";
    CLAIM_NEXT = "claim_next";
    CREATE = "create";
    EXPIRE = "expire";
    FINISH = "finish";
    FORGET = "forget";
    HAND_BACK = "hand_back";
    JOB = "job";
    JOBS_OF = "jobs_of";
    PARTS = "parts";
    PROGRESS = "progress";
    RESULTS = "results";
    SETTLE = "settle";
    SPLIT = "split";
    SUBMIT = "submit";
}
