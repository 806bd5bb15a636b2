//! The statements, each the text of a file, or of two if it shares a part with another.

macro_rules! statements {
    ($($name:ident = $($file:literal)+;)+) => {
        $(pub(super) const $name: &str = concat!($(include_str!(concat!("statements/", $file, ".sql"))),+);)+
    };
}

statements! {
    ADD = "add";
    BACKLOG = "backlog";
    BEAT = "beat";
    CANCEL = "cancel";
    CLAIM_ANY = "claim_any" "claim";
    CLAIM_NEXT = "claim_next" "claim";
    CLAIM_TASK = "claim_task" "claim";
    CREATE = "create";
    EXPIRE = "expire";
    EXPIRE_KNOWN = "expire_known";
    EXPIRE_QUOTAS = "expire_quotas";
    FINISH = "finish";
    FORGET = "forget";
    FORGET_KNOWN = "forget_known";
    HAND_BACK = "hand_back";
    JOB = "job_status" "job";
    JOBS_OF = "job_status" "jobs_of";
    KEEP = "keep";
    KNOWN = "known";
    LEASE_QUOTAS = "lease_quotas";
    NAME = "name";
    PARTS = "parts";
    PROGRESS = "progress";
    PUT_UPLOAD = "put_upload";
    REMOVE = "remove";
    RESTART = "restart";
    RESULTS = "results";
    SETTLE = "settle";
    SPLIT = "split";
    SUBMIT = "submit";
    SUBMITTED = "submitted";
    TASKS = "job_status" "tasks";
    UPLOAD = "upload";
    UPLOADS = "uploads";
}
