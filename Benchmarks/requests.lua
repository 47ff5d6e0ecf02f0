-- A script for wrk: requests the next path of a file each time. Paths repeat only after the end of the file.
--     wrk -s requests.lua URL -- FILE FIRST_LINE [METHOD]
local paths, at, method = {}, 0, nil

function init(arguments)
  for line in io.lines(arguments[1]) do paths[#paths + 1] = line end
  at = tonumber(arguments[2] or 0)
  method = arguments[3]
end

function request()
  at = at % #paths + 1
  return wrk.format(method, paths[at])
end
