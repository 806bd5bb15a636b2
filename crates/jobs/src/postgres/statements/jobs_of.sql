where owner = $1
order by created desc, id desc
