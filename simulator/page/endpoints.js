import { $, act, control, h, keyed, pill, say, statePill } from './dom.js';

/* The list of endpoints: search, paging, selection. */

let page = 1;
let chosen;

/** Id of the selected endpoint, if any. */
export const chosenEndpoint = () => chosen;

function choose(id) {
	chosen = id;
	for (const row of $('rows').children)
		row.setAttribute('aria-current', String(row.dataset.key === String(id)));
	document.dispatchEvent(new Event('changed'));
}

function quotaBar(quota) {
	if (!quota) return h('span', { className: 'soft' }, '–');
	if (quota.status !== 'ACTIVE') return statePill(quota.status);
	const meter = h('meter', { min: 0, max: Math.max(quota.full, 1), low: quota.threshold });
	meter.value = quota.volume;
	meter.optimum = quota.full;
	meter.setAttribute('aria-label', `${quota.volume} of ${quota.full}`);
	return h('span', { className: 'quota' }, meter, String(quota.volume));
}

const draw = ({ id, name, organisation, connectivity, sim, quota, waiting }) =>
	h(
		'tr',
		{ 'aria-current': String(id === chosen), onclick: () => choose(id) },
		h(
			'td',
			{},
			h('button', { type: 'button', className: 'name', title: organisation }, name || '(no name)'),
			h('small', {}, ` ${id} `),
			waiting ? pill(`✉ ${waiting}`, 'fair', 'Waiting SMS') : null,
		),
		h('td', {}, statePill(connectivity)),
		h('td', {}, h('span', { className: 'soft' }, sim?.status ?? 'none')),
		h('td', {}, quotaBar(quota)),
	);

/** Loads the current page. */
export async function readEndpoints() {
	const query = new URLSearchParams({ search: $('search').value, page });
	const { total, pages, page: at, endpoints } = await control('GET', `endpoints?${query}`);
	page = at;
	// Select a device on the first visit, so that the panel is not empty.
	if (chosen === undefined && endpoints.length > 0) choose(endpoints[0].id);
	keyed($('rows'), endpoints, ({ id }) => id, draw);
	const none = $('search').value ? 'No matching endpoint.' : 'No endpoints yet.';
	$('paging').textContent = total === 0 ? none : `${at} of ${pages} · ${total} endpoints`;
	$('previous').disabled = at <= 1;
	$('next').disabled = at >= pages;
	return endpoints;
}

function turn(by) {
	page += by;
	document.dispatchEvent(new Event('changed'));
}

/** Moves between names with the arrow keys. */
function move(event) {
	const names = [...$('rows').querySelectorAll('.name')];
	const at = names.indexOf(document.activeElement);
	const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
	if (at < 0 || !step) return;
	event.preventDefault();
	const next = names[at + step];
	next?.focus();
	next?.click();
}

export function startEndpoints() {
	$('previous').onclick = () => turn(-1);
	$('next').onclick = () => turn(1);
	$('rows').addEventListener('keydown', move);
	$('search').addEventListener('input', () => {
		page = 1;
		document.dispatchEvent(new Event('changed'));
	});
	$('search').addEventListener('keydown', ({ key }) => {
		const [first] = $('rows').querySelectorAll('.name');
		if (key !== 'Enter' && key !== 'ArrowDown') return;
		if (!first) return say('No matching endpoint.');
		first.focus();
		first.click();
	});
	$('more').onclick = () =>
		act('25 endpoints with an SMS quota of 100 each were added.', () =>
			control('POST', 'seed', { endpoints: 25, quotaVolume: 100 }),
		);
}
