// What both kinds of page use. Text of others reaches the page through textContent only.
const data = JSON.parse(document.getElementById('data').textContent);
const STANDINGS = ['covered', 'to cover', 'subsumed', 'duplicate', 'infeasible'];
const byId = (id) => document.getElementById(id);

function make(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, '');
    else if (value !== false && value != null) node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child != null));
  return node;
}

function draw(tag, attributes, ...children) {
  const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

const thousands = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, '\u202f');

function percent(part, whole) {
  if (!whole) return '–';
  return (Math.floor((1000 * part) / whole) / 10).toFixed(1) + '%';
}

// A table that sorts by a click on its head and shows a page of rows at a time.
// A column: { head, numeric, value(row) to sort by, cell(row) to show }.
function sortable(table, columns, start, page) {
  let rows = [], sorted = start.column, down = start.down, limit = page;
  const heads = columns.map((column, at) => {
    const button = make('button', { type: 'button', onclick: () => {
      down = sorted === at ? !down : !!column.numeric;
      sorted = at;
      show();
    } }, column.head);
    return make('th', { class: column.numeric ? 'num' : null, scope: 'col' }, button);
  });
  table.tHead.replaceChildren(make('tr', {}, ...heads));
  const more = byId('more');
  more.addEventListener('click', () => { limit += 5 * page; show(); });
  function show() {
    const value = columns[sorted].value, sign = down ? -1 : 1;
    const keyed = rows.map((row) => [value(row), row]);
    keyed.sort((a, b) => sign * (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
    heads.forEach((head, at) =>
      at === sorted ? head.setAttribute('aria-sort', down ? 'descending' : 'ascending') : head.removeAttribute('aria-sort'));
    const body = keyed.slice(0, limit).map(([, row]) => make('tr', {},
      ...columns.map((column) => make('td', { class: column.numeric ? 'num' : column.class }, column.cell(row)))));
    table.tBodies[0].replaceChildren(...body);
    more.hidden = rows.length <= limit;
  }
  return (chosen) => { rows = chosen; limit = page; show(); };
}

function fillCriteria(select) {
  data.criteria.forEach((name, at) => select.append(make('option', { value: at }, name)));
  select.closest('label').hidden = data.criteria.length < 2;
}

// Keys, unless something is being typed. A page adds its own.
const keys = { '/': () => byId('filter').focus() };
document.addEventListener('keydown', (event) => {
  const typing = event.target.closest && event.target.closest('input, select, textarea');
  if (typing || event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
});
