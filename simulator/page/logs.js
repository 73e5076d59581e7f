import { $, act, clockOf, control, h, keyed, pill } from './dom.js';

/* The ledger and the event feed, live. */

const KEPT = 300;
const KINDS = { all: 'All', requests: 'Calls', effects: 'Effects' };

let entries = [];
let events = [];
let kind = 'all';
let isPaused = false;

const tone = (status) => {
	if (status === 0) return 'bad';
	if (status < 400) return 'good';
	return status < 500 ? 'fair' : 'bad';
};

const drawRequest = ({ at, method, path, status, fault }) =>
	h(
		'li',
		{},
		h('time', { dateTime: at }, clockOf(at)),
		pill(status === 0 ? '…' : String(status), tone(status)),
		h('code', {}, h('b', {}, method), ` ${path.replace('/api/', '')}`),
		fault ? pill(fault, 'bad') : null,
	);

const drawEffect = ({ at, kind: what, endpointId, simId, detail }) => {
	const about = endpointId ? `endpoint ${endpointId}` : simId ? `SIM ${simId}` : '';
	const more = typeof detail.payload === 'string' ? ` “${detail.payload}”` : '';
	return h(
		'li',
		{ className: 'effect' },
		h('time', { dateTime: at }, clockOf(at)),
		h('b', {}, what),
		h('span', {}, `${about}${more}`),
	);
};

const drawEvent = ({ at, type, description }) =>
	h(
		'li',
		{},
		h('time', { dateTime: at }, clockOf(at)),
		h('b', {}, type),
		h('span', {}, description.split(': ').at(-1)),
	);

function draw() {
	const shown = entries.filter((entry) => kind === 'all' || entry.of === kind);
	keyed(
		$('entries'),
		shown,
		({ seq }) => seq,
		(entry) => (entry.of === 'requests' ? drawRequest(entry) : drawEffect(entry)),
	);
}

/** Loads new entries, and again those that had no answer yet. */
export async function readLogs() {
	const newest = events[0]?.id ?? 0;
	const [summary, fed] = await Promise.all([
		control('GET', 'ledger/summary'),
		control('GET', `events?since=${newest}`),
	]);
	if (fed.length) events = [...fed.reverse(), ...events].slice(0, KEPT);
	keyed($('events'), events, ({ id }) => id, drawEvent);
	if (isPaused) return;
	if (summary.counters.requests === 0 && Object.keys(summary.effects).length === 0) entries = [];
	const open = entries.filter(({ status }) => status === 0).map(({ seq }) => seq);
	const last = entries[0]?.seq ?? Math.max(0, summary.lastSeq - KEPT);
	const since = Math.min(last, ...open.map((seq) => seq - 1));
	const ledger = await control('GET', `ledger?since=${since}`);
	const fresh = ['requests', 'effects'].flatMap((of) => ledger[of].map((one) => ({ of, ...one })));
	const kept = entries.filter(({ seq }) => seq <= since);
	entries = [...fresh, ...kept].sort((a, b) => b.seq - a.seq).slice(0, KEPT);
	draw();
}

/** Clears the lists: a reset restarts the numbering. */
export function forgetLogs() {
	entries = [];
	events = [];
}

export function startLogs() {
	for (const [value, label] of Object.entries(KINDS)) {
		const onchange = () => {
			kind = value;
			draw();
		};
		const checked = value === kind;
		const input = h('input', { type: 'radio', name: 'kinds', value, checked, onchange });
		$('kinds').append(h('label', {}, input, label));
	}
	$('pause').onclick = () => {
		isPaused = !isPaused;
		$('pause').setAttribute('aria-pressed', String(isPaused));
		$('pause').textContent = isPaused ? 'Resume' : 'Pause';
	};
	$('clear').onclick = () =>
		act('The ledger is empty.', async () => {
			await control('DELETE', 'ledger');
			entries = [];
			draw();
		});
}
