-- The string, utf8 and pattern functions at their edges.
for _, p in ipairs { "^%s*(.-)%s*$", "%d+", "[a-c%-]+", "[^%w]", "%b()", "%f[%w]%w+", "(()x)", ".-x", "a?b*c+", "%x%p%l%u%c", "$", "", "[]]", "[%]%a]", "(a)(%1)" } do
  print(p, ("  ab-(c(d)) aa xx 12 $"):find(p))
end
print(("x=1,y=2"):gsub("(%w)=(%w)", "%2=%1"), ("abc"):gsub("", "-"), ("abc"):gsub(".", { a = 1, b = "B", c = false }), ("hello"):gsub("l", "%%", 1))
print(pcall(string.gsub, "x", "x", "%2"), pcall(string.rep), pcall(string.find, "a", "%"), pcall(string.gsub, "a", "(", ""))
print(("abc"):sub(-2), ("abc"):sub(2, 10), ("abc"):sub(0), ("abc"):sub(3, 2), ("abc"):byte(-1), ("x"):rep(0), ("ab"):rep(2, ","), ("abc"):upper():lower())
for _, f in ipairs { "%5.1f", "%-8s|", "%08.3f", "%+d", "% d", "%#x", "%o", "%c", "%i", "%u" } do print(f, pcall(string.format, f, 65)) end
print(string.format("%q", 1 / 3), string.format("%q", math.mininteger), string.format("%q", "\0\r\n\t\\\"\200"), string.format("%.20s|%5s", "long string here", "ab"))
print(tostring(1e15), tostring(1e16), 1e100, -0.0, 2 ^ 53, 2 ^ 63, math.pi, 0x1p4, 0xA.8p0, 1e-5, 123456789012345678)
print(tonumber("0x1F"), tonumber(" 12 "), tonumber("1e2"), tonumber("z", 36), tonumber("8", 8), tonumber("777", 8), tonumber(""), tonumber("1 2"), tonumber("0x"), tonumber("9223372036854775808"))
for _, f in ipairs { "b", "B", "h", "H", "i3", "I5", "l", "j", "J", "T", "f", "d", "n", "s1", "s4", "z", ">i8", "<i2 >i2", "=I4", "!4 i1 i4", "c5", "i4 x i4", "Xi4" } do
  print(f, pcall(function() local s = string.pack(f, (f:find("[szc]") and "text"), 7); return #s, string.unpack(f, s) end))
  print(f, pcall(string.packsize, f), pcall(string.pack, f, 100, 100))
end
print(utf8.len("aé€😀"), utf8.len("\xff"), utf8.offset("aé€", 3), utf8.offset("aé€", -1), utf8.codepoint("é", 1), utf8.char(0x7ff, 0xffff, 0x10ffff, 0x7fffffff))
for p, c in utf8.codes("aé€😀") do io.write(p, ":", c, " ") end
print(pcall(function() for _ in utf8.codes("a\xff") do end end), utf8.len("\u{7FFFFFFF}", 1, -1, true))
local long = {}
for i = 1, 3000 do long[i] = ("s" .. i):rep(i % 7) end
print(#table.concat(long, ", "), table.concat({ 1, 2.5, "x" }, "-", 2, 3), ("x"):rep(100000):len(), ("ab"):reverse())
print(load(string.dump(function(a, b) return a .. b end))("du", "mp"), #string.dump(print and function() end, true) > 0)
print("a\z
       b\x41\65\u{48}\
c", [[
line]], [==[x]]y]==])
