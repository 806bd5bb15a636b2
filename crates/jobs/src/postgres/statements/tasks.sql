where class = 1 and state <> 'receiving'
order by created, id
