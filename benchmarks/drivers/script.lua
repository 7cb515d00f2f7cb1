-- Closures and upvalues.
local function counter(start, step)
  local n = start
  return function() n = n + step; return n end
end
local up, down = counter(0, 3), counter(10, -1)
print(up(), up(), down(), down(), up())

-- Strings: find, match, gsub with tables and functions, format, rep, byte, char.
local text = "the quick brown fox jumps over the lazy dog"
print(text:gsub("%w+", function(w) return w:sub(1, 1):upper() .. w:sub(2) end))
print(text:find("(%a+)%s+(%a+)$"), text:match("q%a+"), #text, text:reverse())
print(("$name is $age"):gsub("%$(%w+)", { name = "Ada", age = 36 }))
print(string.format("%5d|%-5d|%05.2f|%x|%X|%q|%s|%10.3s|%e|%g|%a", 42, 42, 3.14159, 255, 255, "a\n\"b\"", nil, "abcdef", 12345.678, 1e20, 1.0))
print(string.rep("ab", 3, "-"), ("abc"):byte(1, -1), string.char(72, 105))
for key, value in string.gmatch("a=1, b=2, c=3", "(%w+)=(%w+)") do io.write(key, "->", value, ";") end
print()
print(string.pack("<i4z", 7, "hi"):byte(1, -1))
print(string.unpack("<i4", string.pack("<i4", -123456)))
print(utf8.char(228, 8364, 128512), utf8.len("äöü"), #"äöü")
for position, code in utf8.codes("aé€") do io.write(position, ":", code, " ") end
print()

-- Tables: insert, remove, concat, unpack, sort by several orders, nested ones.
local words = {}
for word in text:gmatch("%a+") do words[#words + 1] = word end
table.sort(words)
print(table.concat(words, " "))
table.sort(words, function(a, b) if #a ~= #b then return #a > #b end return a < b end)
print(table.concat(words, " "))
table.insert(words, 1, "first"); table.remove(words, 3)
print(table.unpack(words, 1, 4))
print(select("#", table.unpack({ 1, nil, 3 }, 1, 3)), next({}), rawlen({ 1, 2 }), rawequal(words, words))
local sparse = { [1] = "a", [1000] = "b", x = { y = { z = 1 } } }
print(sparse[1], sparse[1000], sparse.x.y.z, sparse[2])
print(table.concat(table.move({ 1, 2, 3 }, 1, 3, 2), ","))

-- Numbers: integers and floats, overflow, bitwise operators, math.
print(7 // 2, -7 // 2, 7 % -3, -7 % 3, 7 / 2, 2 ^ 10, 1 / 0, -1 / 0, 7.5 // 2)
print(math.maxinteger + 1 == math.mininteger, 0xff & 0x0f, 1 << 62, ~0, 5 ~ 3, 1 >> 1, "10" + 5)
print(math.floor(-3.5), math.ceil(-3.5), math.tointeger(3.0), math.type(1), math.type(1.0), math.ult(1, -1))
print(string.format("%.10f %.10f %.10f", math.sin(1), math.exp(1), math.sqrt(2)), tostring(1e15), 1e100)
print(tonumber("0x1p4"), tonumber("zz", 36), tonumber("12a"), 3 == 3.0, 1 < 1.5)

-- Coroutines.
local function tree(node) if node then tree(node.left); coroutine.yield(node.value); tree(node.right) end end
local function insert(node, value)
  if not node then return { value = value } end
  if value < node.value then node.left = insert(node.left, value) else node.right = insert(node.right, value) end
  return node
end
local root
local seed = 12345
local function random() seed = (seed * 1103515245 + 12345) % 2147483648; return seed end
for _ = 1, 200 do root = insert(root, random() % 1000) end
local out = {}
for value in coroutine.wrap(function() tree(root) end) do out[#out + 1] = value end
print(#out, out[1], out[100], out[200], table.concat(out, " ", 1, 20))
local co = coroutine.create(function(a, b) local c = coroutine.yield(a + b); local d = coroutine.yield(c * 2); return d, "end" end)
print(coroutine.resume(co, 1, 2)); print(coroutine.resume(co, 10)); print(coroutine.resume(co, "x")); print(coroutine.resume(co))
print(coroutine.status(co), coroutine.isyieldable())

-- Metatables: arithmetic, index, call, comparison, concatenation, length, iteration, close.
local Vector = {}
Vector.__index = Vector
local function vector(x, y) return setmetatable({ x = x, y = y }, Vector) end
function Vector.__add(a, b) return vector(a.x + b.x, a.y + b.y) end
function Vector.__mul(a, k) return vector(a.x * k, a.y * k) end
function Vector.__eq(a, b) return a.x == b.x and a.y == b.y end
function Vector.__lt(a, b) return a.x < b.x end
function Vector.__le(a, b) return a.x <= b.x end
function Vector.__tostring(v) return "(" .. v.x .. "," .. v.y .. ")" end
function Vector.__len() return 2 end
function Vector.__call(v, k) return v[k] end
function Vector.__concat(a, b) return tostring(a) .. tostring(b) end
function Vector:norm2() return self.x * self.x + self.y * self.y end
local v, w = vector(1, 2), vector(3, 4)
print(tostring(v + w), tostring(v * 3), v == vector(1, 2), v < w, v <= w, #v, w("y"), v .. w, w:norm2())
local log = {}
local proxy = setmetatable({}, { __index = function(_, k) log[#log + 1] = k; return k .. "!" end, __newindex = function(t, k, x) rawset(t, k, x * 2) end })
proxy.a = 21
print(proxy.a, proxy.b, #log)
do
  local guard <close> = setmetatable({}, { __close = function() print("closed") end })
  local fixed <const> = 5
  print("inside", fixed)
end

-- Errors.
print(select(2, pcall(function() error({ code = 7 }) end)).code)
print(select(2, pcall(error, "plain", 0)))
print(xpcall(function() local t = nil; return t.x end, function(m) return "handled: " .. m:gsub("^.-:%d+: ", "") end))
print(pcall(string.rep)); print(select(2, pcall(function() return 1 + {} end)))
print(select(2, load("x = = 1", "chunk")))

-- Loops, goto, varargs, load, integer division of labour.
for i = 10, 1, -3 do io.write(i, " ") end
for i = 1.0, 2.0, 0.25 do io.write(i, " ") end
print()
for i = 1, 3 do
  for j = 1, 3 do
    if j == 2 then goto continue end
    io.write(i, ",", j, " ")
    ::continue::
  end
end
print()
local function sum(...) local s = 0 for _, x in ipairs({ ... }) do s = s + x end return s, select("#", ...) end
print(sum(1, 2, 3, 4.5))
print(load("local a, b = ... return a * b + 1")(6, 7))
local dumped = load(string.dump(function(x) return x * x end))
print(dumped(12))

-- Work for the collector, a sieve and a recursive function.
local sieve, primes = {}, 0
for i = 2, 5000 do
  if not sieve[i] then primes = primes + 1 for j = i * i, 5000, i do sieve[j] = true end end
end
print(primes)
local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
print(fib(18))
local weak = setmetatable({}, { __mode = "k" })
for i = 1, 1000 do weak[{}] = i end
collectgarbage(); collectgarbage("generational"); collectgarbage("incremental")
print(next(weak))
local big = {}
for i = 1, 20000 do big[i] = { i, tostring(i) } end
table.sort(big, function(a, b) return a[2] < b[2] end)
print(big[1][1], big[10000][1], big[20000][1])
print(os.time({ year = 2000, month = 1, day = 1, hour = 12 }) - os.time({ year = 1999, month = 12, day = 31, hour = 12 }))
print(type(print), type(nil), type({}), type("x"), type(2), type(co))
