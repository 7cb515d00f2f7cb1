-- Metatables: every event, inheritance, weak tables, finalizers, to-be-closed variables.
local V = {}
V.__index = V
local function vec(x, y) return setmetatable({ x = x, y = y }, V) end
for name, f in pairs {
  __add = function(a, b) return vec(a.x + b.x, a.y + b.y) end, __sub = function(a, b) return vec(a.x - b.x, a.y - b.y) end,
  __mul = function(a, b) return type(a) == "number" and vec(a * b.x, a * b.y) or vec(a.x * b, a.y * b) end, __unm = function(a) return vec(-a.x, -a.y) end,
  __eq = function(a, b) return a.x == b.x and a.y == b.y end, __lt = function(a, b) return a.x < b.x end, __le = function(a, b) return a.x <= b.x end,
  __len = function(a) return 2 end, __concat = function(a, b) return tostring(a) .. tostring(b) end, __call = function(self, k) return self[k] end,
  __tostring = function(a) return "(" .. a.x .. "," .. a.y .. ")" end, __idiv = function(a, n) return vec(a.x // n, a.y // n) end,
  __mod = function(a, n) return vec(a.x % n, a.y % n) end, __div = function(a, n) return vec(a.x / n, a.y / n) end, __pow = function(a, n) return a.x ^ n end,
  __band = function() return "and" end, __bor = function() return "or" end, __bxor = function() return "xor" end, __shl = function() return "shl" end,
  __shr = function() return "shr" end, __bnot = function() return "not" end, __name = "vector", __close = function(a) print("closed", a) end,
  __pairs = function(a) return next, { only = 1 } end,
} do V[name] = f end
local a, b = vec(1, 2), vec(3, 4)
print(a + b, a - b, a * 2, 2 * a, -a, a == b, a == vec(1, 2), a < b, a <= b, a > b, a >= b, #a, a .. b, a .. "x", a("x"), a // 2, a % 2, a / 2, b ^ 2)
print(a & 1, a | 1, a ~ 1, a << 1, a >> 1, ~a)
for k, v in pairs(a) do print(k, v) end
do local c <close> = a; local d <close> = b; print("inside") end
print(pcall(function() local c <close> = a; error("out") end))
for i = 1, 2 do local c <close> = vec(i, i); if i == 2 then break end end
local Animal = { sound = "..." }
Animal.__index = Animal
function Animal.new(name, class) return setmetatable({ name = name }, class or Animal) end
function Animal:speak() return self.name .. " says " .. self.sound end
local Dog = setmetatable({ sound = "woof" }, { __index = Animal })
Dog.__index = Dog
print(Animal.new("it"):speak(), Animal.new("rex", Dog):speak())
local log = setmetatable({}, { __newindex = function(t, k, v) rawset(t, k, v * 2) end, __index = function(t, k) return k .. "?" end })
log.x = 21
print(log.x, log.y, rawget(log, "y"), getmetatable("x").__index == string)
local weak = setmetatable({}, { __mode = "kv" })
for i = 1, 100 do weak[i] = {} end
weak.kept = log
collectgarbage()
print(weak[1], weak.kept == log)
setmetatable({}, { __gc = function() print("finalized") end })
collectgarbage(); collectgarbage("incremental"); collectgarbage("step", 10); collectgarbage("generational")
for i = 1, 20000 do local t = { i, tostring(i) } end
collectgarbage("stop"); print(collectgarbage("isrunning")); collectgarbage("restart"); print(collectgarbage("count") > 0)
print(getmetatable(setmetatable({}, { __metatable = "locked" })), pcall(setmetatable, setmetatable({}, { __metatable = 1 }), {}))
