-- For wrk: POST instead of GET.
wrk.method = "POST"
