-- Control flow, closures, varargs, coroutines, integer and float loops, goto, upvalues that are shared.
local function sum(...) local s = 0; for i = 1, select("#", ...) do s = s + (select(i, ...) or 0) end return s, ... end
print(sum(), sum(1, nil, 3), (sum(1, 2)), select(-1, 1, 2, 3), table.pack(sum(1)).n)
for i = 10, 1, -3 do io.write(i, " ") end
for i = 1, 2, 0.25 do io.write(i, " ") end
for i = math.maxinteger - 1, math.maxinteger do io.write(i, " ") end
for i = 1, 0 do io.write("never") end
for i = 1.5, -1, -1 do io.write(i, " ") end
print()
local n = 0
while true do n = n + 1; if n == 3 then goto continue end; if n > 5 then break end; io.write(n, " "); ::continue:: end
repeat local k = n; n = n - 1 until k <= 2
do goto skip; local hidden; ::skip:: end
print(n)
local made = {}
for i = 1, 3 do local up = i; made[i] = { get = function() return up end, set = function(v) up = v end } end
made[1].set(10); print(made[1].get(), made[2].get(), made[3].get())
local function fib(k) if k < 2 then return k end return fib(k - 1) + fib(k - 2) end
local function tail(k, acc) if k == 0 then return acc end return tail(k - 1, acc + k) end
print(fib(18), tail(100000, 0))
local function gen(k) return coroutine.wrap(function() for i = 1, k do coroutine.yield(i, i * i) end return "done" end) end
local g = gen(2); print(g()); print(g()); print(g()); print(pcall(g))
local co = coroutine.create(function(a) local b = coroutine.yield(a + 1); print(coroutine.isyieldable(), coroutine.running()); error("in " .. b) end)
print(coroutine.resume(co, 1)); print(coroutine.status(co)); print(coroutine.resume(co, "b")); print(coroutine.status(co), coroutine.close(co))
local stuck = coroutine.create(function() local x <close> = setmetatable({}, { __close = function() print("closing") end }); coroutine.yield() end)
coroutine.resume(stuck); print(coroutine.close(stuck))
print(select(2, coroutine.resume(coroutine.create(function() return pcall(function() coroutine.yield(5) end) end))))
local t = {}; for i = 1, 300 do t[i] = i; t["k" .. i] = i end; for i = 1, 300, 2 do t[i] = nil end
local count = 0; for _ in pairs(t) do count = count + 1 end; print(count, #t >= 0, next(t) ~= nil)
table.sort(t, function(a, b) return (a or 0) > (b or 0) end)
print(pcall(table.sort, { 3, 1, "x" }), pcall(table.sort, { 1, 2, 3, 4, 5 }, function() return true end))
print(1 and 2, nil and 1, false or "x", not nil, 1 == 1.0, "1" == 1, 1 < 2.5, 2 ^ 53 == 2 ^ 53 + 1, math.type(1), math.type(1.0), math.type("1"))
print(5 // 0.0, -5 // 0.0, 0 / 0 ~= 0 / 0, 5 % math.huge, -5 % math.huge, 5.5 % -2, 1 << 64, 1 << -1, -1 >> 63, 3 | 4.0, "3" + 4, "0x10" * 2, 10 .. 20)
print(math.floor(-3.5), math.ceil(-3.5), math.fmod(-7, 3), math.fmod(7, -3.5), math.ult(1, -1), math.abs(math.mininteger), math.max(1, 2.5), math.min(3, 2), math.modf(-3.7))
print(math.sqrt(16), math.sin(0), math.exp(0), math.log(8, 2), math.log(100, 10), math.log(1), math.tointeger(3.0), math.tointeger("8"))
math.randomseed(42); local r = math.random(10); print(r >= 1 and r <= 10, math.random() < 1, pcall(math.random, 2, 1), math.random(0) ~= nil)
global = 3; local env = { print = print }; load("global = 4; print(global)", "c", "t", env)(); print(global, env.global, _ENV.global, _G == _ENV)
