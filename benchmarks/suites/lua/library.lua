-- io, os, debug, load, require.
local name = os.tmpname()
local f = assert(io.open(name, "w+"))
f:write("one\n", 2, "\n", 3.5, "\n0x1F -7e2 nan\nlast"); f:flush(); print(f:seek("set", 0), f:read("l", "n", "n", "l"))
print(f:read("n", "n", "n")); print(f:seek("cur"), f:seek("end")); f:seek("set"); print(#f:read("a"), f:read("a"), f:read("l"), f:read(0))
f:setvbuf("full", 128); f:setvbuf("no"); f:close(); print(pcall(f.read, f), io.type(f), io.type(1), tostring(f))
for line in io.lines(name) do io.write("[", line, "]") end
for a, b in io.lines(name, 1, "L") do io.write(a, "/", tostring(b)) end
print(pcall(io.lines, "/nosuch/file"), io.open("/nosuch/file"), pcall(io.open, name, "bad"))
io.input(name); print(io.read(), io.read("L")); io.close(io.input()); io.input(io.stdin); io.output():write("out\n")
local p = io.popen and io.popen("echo from a pipe; exit 3"); if p then print(p:read("a"), p:close()) end
print(os.rename(name, name .. ".x"), os.remove(name .. ".x"), os.remove(name .. ".x"))
print(os.time({ year = 2020, month = 2, day = 30, hour = 12 }), os.date("!%Y-%m-%d %H:%M:%S", 86400), os.date("!*t", 0).year, pcall(os.date, "%Ez", 0), os.getenv("NOSUCH"), os.clock() >= 0)
print(os.difftime(5, 3), pcall(os.time, { year = 2020 }), os.setlocale("C"), os.setlocale(nil, "all"), os.execute() ~= nil, os.execute("exit 2"))
local info = debug.getinfo(1, "nSlutfL"); print(info.short_src ~= nil, info.currentline, info.what, info.nups)
local function probe(a, b) local c = a; print(debug.getlocal(1, 1), debug.getlocal(1, 3), debug.setlocal(1, 1, "new"), a, debug.getlocal(probe, 1)) return c end
probe(1, 2); print(debug.getupvalue(probe, 1), debug.setupvalue(probe, 1, _ENV), debug.upvalueid(probe, 1) ~= nil)
local lines = 0; debug.sethook(function(event) lines = lines + 1 end, "lcr", 10); for i = 1, 20 do local x = i * 2 end; debug.sethook(); print(lines > 0, debug.gethook())
print(debug.getmetatable("").__index == string, debug.getregistry() ~= nil, debug.getuservalue(f, 1), #debug.traceback("x") > 0)
local parts = { "return ", "1 + ", "41" }; print(load(function() return table.remove(parts, 1) end)()); print(load("bad code ="), load("\27Lua"), pcall(load, 1))
package.preload.mine = function(...) return { args = { ... } } end
print(require("mine").args[1], require("mine") == package.loaded.mine, pcall(require, "no.such.module"), package.searchpath("x", "./?.none"), #package.config > 0)
print(dofile == nil, pcall(dofile, "/nosuch"), loadfile("/nosuch"), type(_VERSION), rawequal("a", "a"))
warn("@on"); warn("a ", "warning"); warn("@off"); print(collectgarbage("count") > 0, select("#", table.unpack({}, 1, 5)))
table.insert({}, 1, "x"); print(pcall(table.insert, {}, 5, "x"), pcall(table.insert, {}, 1, 2, 3), table.remove({}), table.remove({ 1, 2, 3 }, 1), pcall(table.remove, { 1 }, 7))
print(#table.move({ 1, 2, 3 }, 2, 3, 1), #table.move({ 1, 2, 3 }, 1, 3, 3), table.unpack(table.pack(1, nil, 3), 1, 3))
os.exit(true, true)
