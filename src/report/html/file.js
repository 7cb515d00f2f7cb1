// The source with its labels, their table, and the explanation of one.
const FIELDS = ['id', 'criterion', 'tag', 'line', 'column', 'fn', 'group', 'standing', 'covered', 'predicate', 'reason', 'by', 'tests', 'count', 'step', 'mutant', 'state'];
const labels = data.labels.map((row) => {
  const label = {};
  FIELDS.forEach((name, at) => { label[name] = row[at]; });
  label.fn = data.functions[label.fn];
  return label;
});
const known = new Map(labels.map((label) => [label.id, label]));
for (const [id, [page, criterion, line, standing, predicate, mutant]] of Object.entries(data.elsewhere))
  known.set(Number(id), { id: Number(id), page, criterion, line, standing, predicate, mutant, away: true });
// A label in one line: its mutant if it has one, or its predicate.
const brief = (label) => label.mutant || label.predicate;
const criterion = byId('criterion'), filter = byId('filter'), panel = byId('panel');
fillCriteria(criterion);

// Which standings are shown: what was removed when it is asked for, or when there is nothing else.
const anyLive = labels.some((label) => label.standing < 2);
const toggles = STANDINGS.map((name, at) => {
  const count = labels.filter((label) => label.standing === at).length;
  const box = make('input', { type: 'checkbox', checked: at < 2 || !anyLive, 'data-standing': at });
  byId('standings').append(make('label', { class: 'toggle t' + at, hidden: !count }, box, name + ' ', make('b', {}, thousands(count))));
  return box;
});

const columns = [
  { head: 'id', numeric: true, value: (l) => l.id, cell: (l) => make('a', { href: '#l' + l.id }, String(l.id)) },
  { head: 'line', numeric: true, value: (l) => l.line, cell: (l) => String(l.line) },
  { head: 'function', value: (l) => l.fn, class: 'name', cell: (l) => make('span', { class: 'cut', title: l.fn }, l.fn) },
  { head: 'tag', value: (l) => l.tag, cell: (l) => l.tag },
  { head: 'status', value: (l) => l.standing, cell: (l) => badge(l) },
  { head: 'covered when', value: (l) => l.predicate, class: 'when', cell: (l) => l.mutant ? make('span', {}, make('code', {}, l.mutant), ' when ', make('code', {}, l.predicate)) : make('code', {}, l.predicate) },
];
const fill = sortable(byId('table'), columns, { column: 1, down: false }, 200);

function badge(label) {
  return make('span', { class: 'badge b' + label.standing }, STANDINGS[label.standing]);
}

let shown = [];
function update() {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  shown = labels.filter((label) => {
    if (!toggles[label.standing].checked) return false;
    if (criterion.value !== '' && label.criterion !== Number(criterion.value)) return false;
    const text = (label.predicate + ' ' + label.mutant + ' ' + label.fn + ' ' + label.id).toLowerCase();
    return words.every((word) => text.includes(word));
  });
  byId('shown').textContent = thousands(shown.length) + ' of ' + thousands(labels.length) + ' labels';
  if (!byId('list').hidden) fill(shown);
  margin();
}

// One mark per line and standing, with the number of labels.
let marked = [];
function margin() {
  for (const cell of marked) { cell.replaceChildren(); cell.parentNode.className = 'l'; }
  marked = [];
  const lines = new Map();
  for (const label of shown) {
    if (!lines.has(label.line)) lines.set(label.line, [[], [], [], [], []]);
    lines.get(label.line)[label.standing].push(label);
  }
  for (const [line, standings] of lines) {
    const row = byId('L' + line);
    if (!row) continue;
    const cell = row.firstChild;
    standings.forEach((list, at) => {
      if (list.length) cell.append(make('button', { type: 'button', class: 'mark b' + at, title: list.length + ' ' + STANDINGS[at],
        onclick: () => choose(list[0], line) }, String(list.length)));
    });
    row.classList.add('has');
    if (standings[1].length) row.classList.add('open');
    else if (standings[0].length) row.classList.add('done');
    marked.push(cell);
  }
}

// A link to a label, here or on another page.
function link(id) {
  const label = known.get(id);
  if (!label) return make('span', {}, String(id));
  const href = (label.away ? label.page : '') + '#l' + id;
  return make('a', { href, class: 'item' }, make('span', { class: 'dot b' + label.standing }), make('small', {}, '#' + id), make('code', {}, brief(label)));
}

const NAMED = 12;
const MEANING = {
  covered: () => 'A test covers this label.',
  'to cover': () => 'No test covers it yet, and it does not come with another label: it is worth a test.',
  infeasible: () => 'Proved: no execution reaches this place with the predicate true. No test can cover it.',
  duplicate: (l) => l.by.length > 1 ? 'Proved: covered exactly when one of these is:' : 'Proved: exactly the tests that cover this one cover it:',
  subsumed: (l) => l.by.length > 1 ? 'Proved: each test that covers one of these covers it:' : 'Proved: each test that covers this one covers it:',
};

function explanation(label) {
  const command = data.explain + ' ' + label.id;
  const copy = make('button', { type: 'button', class: 'copy', onclick: () => {
    navigator.clipboard.writeText(command).then(() => { copy.textContent = 'copied'; }, () => {});
  } }, 'copy');
  return [
    make('p', { class: 'kind' }, badge(label), label.covered && label.standing > 1 ? make('span', { class: 'badge b0' }, 'covered') : null, ' ' + label.tag + ' ', make('b', {}, '#' + label.id)),
    label.mutant ? make('pre', { class: 'predicate mutant' }, label.mutant) : null,
    make('pre', { class: 'predicate' }, label.predicate),
    make('p', {}, MEANING[STANDINGS[label.standing]](label)),
    label.by.length ? make('ul', { class: 'items' }, ...label.by.slice(0, NAMED).map((id) => make('li', {}, link(id))),
      label.by.length > NAMED ? make('li', { class: 'hint' }, 'and ' + (label.by.length - NAMED) + ' more') : null) : null,
    ...(label.state ? witness(label.state) : []),
    make('dl', {},
      make('dt', {}, 'place'), make('dd', {}, 'line ' + label.line + ', column ' + label.column + ', ' + (label.fn || 'no function')),
      ...(label.reason ? [make('dt', {}, 'reason'), make('dd', {}, label.reason + (label.step ? ' (step ' + label.step + ')' : ''))] : []),
      ...(label.group ? [make('dt', {}, 'group'), make('dd', {}, label.group)] : []),
      ...(label.count ? [make('dt', {}, 'tests'), make('dd', {}, label.tests.join(', ') + (label.count > label.tests.length ? ' and ' + (label.count - label.tests.length) + ' more' : ''))] : [])),
    make('div', { class: 'command' }, make('code', {}, command), copy),
  ];
}

// A state that covers the label: what a test has to bring about.
function witness([start, label]) {
  const values = [['at the start', start], ['at the label', label]].filter(([, text]) => text);
  return [
    make('p', {}, values.length ? 'This state of the model covers it:' : 'Any state that reaches it covers it.'),
    make('dl', { class: 'state' }, ...values.flatMap(([when, text]) => [make('dt', {}, when), make('dd', {}, make('code', {}, text))])),
  ];
}

// What the panel shows: the labels of a line, one of them explained.
function choose(label, line) {
  const same = shown.filter((other) => other.line === (line || label.line));
  if (!same.includes(label)) same.unshift(label);
  const items = same.map((other) => make('li', {}, make('button', { type: 'button', class: other === label ? 'item on' : 'item', onclick: () => choose(other) },
    make('span', { class: 'dot b' + other.standing }), make('small', {}, '#' + other.id + ' ' + other.tag), make('code', {}, brief(other)))));
  const graph = picture(label);
  panel.replaceChildren(
    make('div', { class: 'why' }, ...explanation(label)),
    ...(graph ? [make('h2', { class: 'minor' }, 'How it relates to other labels'), make('div', { class: 'graph' }, graph),
      make('p', { class: 'hint' }, 'An arrow: each test that covers the label on its left covers the one on its right.')] : []),
    make('h2', { class: 'minor' }, same.length + (same.length === 1 ? ' label' : ' labels') + ' on line ' + label.line), make('ul', { class: 'items' }, ...items));
  document.querySelectorAll('.l.chosen').forEach((row) => row.classList.remove('chosen'));
  const row = byId('L' + label.line);
  if (row) row.classList.add('chosen');
  const me = panel.querySelector('.node.me');
  if (me) {
    const frame = panel.querySelector('.graph'), box = me.getBoundingClientRect(), view = frame.getBoundingClientRect();
    const left = box.left - view.left;
    frame.scrollTo(left < view.width / 2 ? 0 : left + box.width + 12 - view.width, box.top - view.top - view.height / 2);
  }
  chosenId = label.id;
  history.replaceState(null, '', '#l' + label.id);
}

// The relation: every label of a class stands in one node.
const node = new Map();
for (const list of data.classes) for (const id of list) node.set(id, list);
const nodeOf = (id) => (node.has(id) ? node.get(id)[0] : id);
const down = new Map(), up = new Map();
for (const [a, b] of data.edges) {
  if (!down.has(a)) down.set(a, []);
  if (!up.has(b)) up.set(b, []);
  down.get(a).push(b);
  up.get(b).push(a);
}

// The labels above and below, nearest first, up to a number that can be read.
function around(start, limit) {
  const seen = new Set([start]);
  let ring = [[start, 0]];
  while (ring.length && seen.size < limit) {
    const next = [];
    for (const [id, way] of ring) {
      const steps = [];
      if (way <= 0) for (const other of up.get(id) || []) steps.push([other, -1]);
      if (way >= 0) for (const other of down.get(id) || []) steps.push([other, 1]);
      for (const step of steps) if (!seen.has(step[0]) && seen.size < limit) { seen.add(step[0]); next.push(step); }
    }
    ring = next;
  }
  return seen;
}

// Columns by the longest way from the left, then a few rounds that put each node beside the middle of its neighbours.
function layers(nodes) {
  const depth = new Map();
  const visit = (id) => {
    if (depth.has(id)) return depth.get(id);
    depth.set(id, 0);
    let most = 0;
    for (const above of up.get(id) || []) if (nodes.has(above)) most = Math.max(most, visit(above) + 1);
    depth.set(id, most);
    return most;
  };
  const rows = [];
  for (const id of nodes) (rows[visit(id)] ||= []).push(id);
  const place = new Map();
  const settle = () => rows.forEach((row) => row.forEach((id, at) => place.set(id, (at + 0.5) / row.length)));
  settle();
  for (let round = 0; round < 6; round++) {
    const near = round % 2 ? down : up;
    for (const row of rows) {
      const middle = (id) => {
        const others = (near.get(id) || []).filter((other) => nodes.has(other));
        return others.length ? others.reduce((sum, other) => sum + place.get(other), 0) / others.length : place.get(id);
      };
      const keys = new Map(row.map((id) => [id, middle(id)]));
      row.sort((a, b) => keys.get(a) - keys.get(b));
    }
    settle();
  }
  return rows;
}

function shorten(text, length) {
  return text.length > length ? text.slice(0, length - 1) + '…' : text;
}

function picture(label) {
  const start = nodeOf(label.id);
  const nodes = around(start, 30);
  if (nodes.size < 2 && !node.has(label.id)) return null;
  const rows = layers(nodes);
  const WIDTH = 158, HEIGHT = 38, GAP = 9, STEP = 218;
  const tallest = Math.max(...rows.map((row) => row.length));
  const width = rows.length * STEP - (STEP - WIDTH) + 16, height = tallest * (HEIGHT + GAP) - GAP + 16;
  const svg = draw('svg', { viewBox: '0 0 ' + width + ' ' + height, width, height, role: 'group', 'aria-label': 'labels that come with each other' });
  svg.append(draw('defs', {}, draw('marker', { id: 'tip', viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto' },
    draw('path', { d: 'M0 0L8 4L0 8z', class: 'tip' }))));
  const at = new Map();
  rows.forEach((row, level) => {
    const top = (height - row.length * (HEIGHT + GAP) + GAP) / 2;
    row.forEach((id, i) => at.set(id, [8 + level * STEP, top + i * (HEIGHT + GAP)]));
  });
  for (const [a, b] of data.edges) {
    if (!at.has(a) || !at.has(b)) continue;
    const [x1, y1] = at.get(a), [x2, y2] = at.get(b);
    const from = [x1 + WIDTH, y1 + HEIGHT / 2], to = [x2 - 2, y2 + HEIGHT / 2], bend = (to[0] - from[0]) / 2;
    const lit = a === start || b === start ? ' lit' : '';
    svg.append(draw('path', { class: 'edge' + lit, 'marker-end': 'url(#tip)',
      d: `M${from}C${from[0] + bend} ${from[1]} ${to[0] - bend} ${to[1]} ${to}` }));
  }
  for (const [id, [x, y]] of at) {
    const one = known.get(id) || { standing: 1, predicate: '' };
    const same = node.get(id) || [id];
    const name = same.slice(0, 3).map((other) => '#' + other).join(' = ') + (same.length > 3 ? ' = …' : '');
    const title = draw('title', {}, document.createTextNode(same.map((other) => '#' + other + ' ' + brief(known.get(other) || { predicate: '' })).join('\n')));
    const words = [shorten(name, 22), shorten(brief(one), 20)];
    const lines = [draw('text', { x: x + 11, y: y + 15, class: 'id' }, document.createTextNode(words[0])),
      draw('text', { x: x + 11, y: y + 30 }, document.createTextNode(words[1]))];
    const box = draw('g', { class: 'node' + (id === start ? ' me' : ''), tabindex: 0, role: 'link', 'aria-label': words.join(' ') }, title,
      draw('rect', { x, y, width: WIDTH, height: HEIGHT, rx: 7, class: 'box' }), draw('rect', { x, y: y + 7, width: 4, height: HEIGHT - 14, rx: 2, class: 'f' + one.standing }), ...lines);
    box.addEventListener('click', () => { if (one.away) location.href = one.page + '#l' + id; else if (known.has(id)) location.hash = '#l' + id; });
    svg.append(box);
  }
  return svg;
}

function tab(table) {
  if (table) fill(shown);
  byId('list').hidden = !table;
  byId('source').hidden = table;
  byId('tab-table').setAttribute('aria-selected', table);
  byId('tab-source').setAttribute('aria-selected', !table);
}

// `#l12` names a label, `#L12` a line.
function follow() {
  const found = /^#l(\d+)$/.exec(location.hash);
  const label = found && known.get(Number(found[1]));
  if (!label || label.away) return;
  choose(label);
  const row = byId('L' + label.line);
  if (row && !byId('source').hidden) row.scrollIntoView({ block: 'center' });
}

// The next or the previous label to cover, in the order of the text.
let chosenId = 0;
function step(by) {
  const open = labels.filter((label) => label.standing === 1).sort((a, b) => a.line - b.line || a.column - b.column || a.id - b.id);
  if (!open.length) return;
  const at = open.findIndex((label) => label.id === chosenId);
  const next = at < 0 ? (by > 0 ? 0 : open.length - 1) : (at + by + open.length) % open.length;
  location.hash = '#l' + open[next].id;
}
keys.n = () => step(1);
keys.p = () => step(-1);

byId('tab-source').addEventListener('click', () => tab(false));
byId('tab-table').addEventListener('click', () => tab(true));
byId('filters').addEventListener('input', update);
byId('filters').addEventListener('submit', (event) => event.preventDefault());
window.addEventListener('hashchange', follow);
update();
panel.replaceChildren(make('p', { class: 'hint' }, 'Click a mark in the margin, or an id in the table, to see why a label has its status.'));
follow();
document.body.dataset.ready = '1';
