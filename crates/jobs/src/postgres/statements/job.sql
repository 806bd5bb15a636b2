where id = $1::text::uuid
