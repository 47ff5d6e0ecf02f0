-- A script for wrk: sends the JSON of a file with each request.
--     wrk -s post.lua URL -- FILE
local asked

function init(arguments)
  local file = assert(io.open(arguments[1]))
  asked = wrk.format("POST", nil, { ["Content-Type"] = "application/json" }, file:read("*a"))
  file:close()
end

function request()
  return asked
end
