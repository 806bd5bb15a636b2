select place, grantors, granted, backlog
from bestmove.lease_quotas($1, $2, $3, $4::text[], $5::bigint[], $6::bigint[], $7::bigint[])
order by place
