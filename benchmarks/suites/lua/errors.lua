-- Errors of every kind, caught.
local function try(text, ...)
  local chunk, why = load(text, "=chunk")
  if not chunk then return print("syntax", why) end
  print(select(2, pcall(chunk, ...)))
end
for _, text in ipairs {
  "x = ", "for i = 1 do end", "local function f( end", "goto nowhere", "break", "return 'open", "a.b:c = 1", "x = }", "::a:: ::a::",
  "local x <const> = 1; x = 2", "return 0x", "return 1..2", "return '\\q'", "return '\\u{110000000}'", "--[[ open", "return [==[ open",
  "if x then", "while true", "repeat until", "local t = {1, 2", "f(", "return ...", "local a <close> = 3", "x = 1e", "return '\\300'",
} do try(text) end
for _, text in ipairs {
  "return nil + 1", "return {} .. 'x'", "return #5", "return nil.x", "local t = nil; t.x = 1", "return 1 < 'x'", "return {} < {}", "error({code = 3})",
  "error('plain', 0)", "error()", "return ('x')()", "return 1 // 0", "return 1 % 0", "return 1 & 1.5", "return '0x' + 1", "return -{}",
  "for i = 1, 10, 0 do end", "for i = 'a', 2 do end", "return math.tointeger('x'), string.rep('x', -1), ('xx'):rep(1 << 62)",
  "return setmetatable(1, {})", "return rawset(1, 2, 3)", "return string.format('%d', 1.5)", "return string.format('%y', 1)", "return ('x'):find('[')",
  "return select(0)", "return table.concat({{}})", "return table.unpack({}, 1, 1e8)", "return tostring()", "return next({}, 'x')", "return utf8.char(-1)",
  "return utf8.codepoint('\\xff')", "return coroutine.resume(1)", "return coroutine.wrap(function() error('in') end)()", "return assert(false, 'said')",
  "return assert(nil)", "local t = setmetatable({}, {__index = function() error('deep') end}); return t.x", "return string.pack('i17', 1)",
} do try(text) end
local function deep(n) return 1 + deep(n + 1) end
print(pcall(deep, 1))
print(xpcall(function() local x = nil; return x.y end, function(m) return "handled: " .. m end))
print(xpcall(function() error("a") end, function() error("b") end))
print(select("#", pcall(error)))
local ok, trace = pcall(debug.traceback, "here", 1)
print(ok, #trace > 0)
