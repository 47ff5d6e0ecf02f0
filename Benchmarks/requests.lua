-- For wrk: asks for the next path of a file each time, so that none is asked twice while the file lasts.
--     wrk -s requests.lua URL -- FILE FIRST_LINE
local paths, at = {}, 0

function init(arguments)
  for line in io.lines(arguments[1]) do paths[#paths + 1] = line end
  at = tonumber(arguments[2] or 0)
end

function request()
  at = at % #paths + 1
  return wrk.format(nil, paths[at])
end
