// The table of functions. A row: [file, function, line, page, counts by criterion and standing].
const criterion = byId('criterion'), filter = byId('filter'), show = byId('show'), by = byId('by');
fillCriteria(criterion);

function counts(row) {
  if (criterion.value !== '') return row[4][criterion.value];
  return row[4].reduce((sum, one) => sum.map((count, at) => count + one[at]), [0, 0, 0, 0, 0]);
}

function bar(counts) {
  const total = counts.reduce((a, b) => a + b, 0) || 1;
  const svg = draw('svg', { class: 'stack mini', viewBox: '0 0 1000 20', preserveAspectRatio: 'none' });
  let x = 0;
  counts.forEach((count, at) => {
    const width = (1000 * count) / total;
    if (count) svg.append(draw('rect', { class: 'f' + at, x, width, height: 20 }));
    x += width;
  });
  return svg;
}

const number = (head, at) => ({ head, numeric: true, value: (row) => row.counts[at], cell: (row) => thousands(row.counts[at]) });
const ratio = (row) => (row.live ? row.counts[0] / row.live : 2);
const columns = [
  { head: 'name', value: (row) => row.name, class: 'name', cell: (row) => {
    const name = make('span', { class: 'cut', title: row.name }, row.name || '–');
    return row.page ? make('a', { href: row.page + '#L' + row.line }, name) : name;
  } },
  { head: 'file', value: (row) => row.file + '\u0000' + String(row.line).padStart(9, '0'), class: 'path', cell: (row) => make('span', { class: 'cut', title: row.file }, row.line ? row.file + ':' + row.line : row.file) },
  { head: 'labels', numeric: true, value: (row) => row.all, cell: (row) => thousands(row.all) },
  number('to cover', 1), number('subsumed', 2), number('duplicate', 3), number('infeasible', 4),
  { head: 'share', value: (row) => row.counts[4] / row.all, class: 'barcell', cell: (row) => bar(row.counts) },
];
if (data.measured) {
  columns.splice(3, 0, number('covered', 0));
  columns.push({ head: 'corrected', numeric: true, value: ratio, cell: (row) => percent(row.counts[0], row.live) });
}
const fill = sortable(byId('table'), columns, { column: data.measured ? 4 : 3, down: true }, 100);

// Rows of functions as rows of their files or directories.
function together(rows) {
  const groups = new Map();
  for (const row of rows) {
    const cut = row.file.lastIndexOf('/');
    const file = by.value === 'file' ? row.file : cut > 0 ? row.file.slice(0, cut) : '.';
    const group = groups.get(file);
    if (!group) {
      const page = by.value === 'file' ? row.page : null;
      groups.set(file, { ...row, file, page, name: file, line: by.value === 'file' ? row.line : 0 });
      continue;
    }
    group.counts = group.counts.map((count, at) => count + row.counts[at]);
    group.all += row.all;
    group.live += row.live;
    group.line = Math.min(group.line, row.line);
  }
  return [...groups.values()];
}

function update() {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  const rows = [];
  for (const row of data.functions) {
    const file = data.files[row[0]][0], name = row[1];
    const text = (name + ' ' + file).toLowerCase();
    if (!words.every((word) => text.includes(word))) continue;
    const sum = counts(row), all = sum.reduce((a, b) => a + b, 0);
    if (!all || (show.value === 'open' && !sum[1]) || (show.value === 'infeasible' && !sum[4])) continue;
    rows.push({ file, name, line: row[2], page: row[3], counts: sum, all, live: sum[0] + sum[1] });
  }
  const grouped = by.value === 'function' ? rows : together(rows);
  fill(grouped);
  const one = by.value, many = one === 'directory' ? 'directories' : one + 's';
  byId('shown').textContent = thousands(grouped.length) + ' ' + (grouped.length === 1 ? one : many);
}
for (const node of [criterion, filter, show, by]) node.addEventListener('input', update);
byId('filters').addEventListener('submit', (event) => event.preventDefault());

byId('goto').addEventListener('change', (event) => {
  const id = Number(event.target.value);
  let home = null;
  for (const [first, page] of data.ids) if (first <= id) home = page;
  if (home && id > 0) location.href = home + '#l' + id;
});
update();
document.body.dataset.ready = '1';
