import { $, act, control, h, keyed, say } from './dom.js';

/* Faults, sessions and time of the service. */

/** Faults with their labels, each a rule for the next call. */
const FAULTS = [
	['429', { kind: 'tooManyRequests', retryAfter: 5 }],
	['503', { kind: 'errorBefore', status: 503 }],
	['503, but done', { kind: 'errorAfter', status: 503 }],
	['Answer cut', { kind: 'truncated' }],
	['Connection reset', { kind: 'resetAfter' }],
	['No answer', { kind: 'hang' }],
	['401', { kind: 'unauthorized' }],
	['5 s late', { kind: 'delay', delayMs: 5000 }],
];

const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const plain = (pattern) => pattern.replace(/\\(.)/g, '$1');

let rules = [];
/** The rules with hits left. Exhausted rules are dropped: sent again, they would start over. */
const isOpen = ({ hits, times = Infinity }) => hits < times;
const put = (next) => control('PUT', 'faults', { rules: next.map(({ hits, ...rule }) => rule) });

async function add(name, rule) {
	const path = $('path').value.trim();
	const times = Math.max(1, Number($('times').value) || 1);
	const match = path ? { match: { path: escape(path) } } : {};
	const which = times === 1 ? 'The next call' : `The next ${times} calls`;
	await act(`${which}${path ? ` of ${path}` : ''}: ${name}.`, async () => {
		const { rules: known } = await control('GET', 'faults');
		await put([...known.filter(isOpen), { ...rule, ...match, times }]);
	});
}

const nameOf = ({ kind, status }) =>
	FAULTS.find(([, rule]) => rule.kind === kind && rule.status === status)?.[0] ?? kind;

const drawRule = (rule) =>
	h(
		'li',
		{ className: rule.hits >= rule.times ? 'done' : '' },
		h('span', {}, `${nameOf(rule)}${rule.match?.path ? ` · ${plain(rule.match.path)}` : ''}`),
		h('small', {}, ` hit ${rule.hits}${rule.times ? ` of ${rule.times}` : ''}`),
		h(
			'button',
			{ type: 'button', ariaLabel: `Remove ${nameOf(rule)}`, onclick: () => remove(rule.at) },
			'×',
		),
	);

const remove = (at) =>
	act('Removed.', () => put(rules.filter((rule, i) => i !== at && isOpen(rule))));

/** Loads the active faults and the figures at the top. */
export async function readService() {
	const [faults, state, summary] = await Promise.all(
		['faults', 'state', 'ledger/summary'].map((path) => control('GET', path)),
	);
	rules = faults.rules;
	const shown = rules.map((rule, at) => ({ ...rule, at }));
	keyed($('rules'), shown, ({ at, kind }) => `${at} ${kind}`, drawRule);
	const { counters } = summary;
	const facts = {
		'Service time': `${state.now.slice(0, 10)} ${state.now.slice(11, 19)}`,
		Endpoints: state.endpoints,
		Requests: counters.requests,
		'Refused 401': counters.unauthorized,
		'Limited 429': counters.rateLimited,
	};
	const pairs = Object.entries(facts).map(([name, value]) => ({ name, value }));
	keyed(
		$('facts'),
		pairs,
		({ name }) => name,
		({ name, value }) => h('div', {}, h('dt', {}, name), h('dd', {}, String(value))),
	);
	return state;
}

async function mailedCodes() {
	const { users } = await control('GET', 'state');
	const codes = await Promise.all(
		users.map((username) => control('GET', `codes?username=${encodeURIComponent(username)}`)),
	);
	const mailed = codes
		.filter(({ code }) => code)
		.map(({ username, code }) => `${username}: ${code}`);
	return mailed.length ? mailed.join(' · ') : 'No code was mailed yet.';
}

export function startService() {
	for (const [name, rule] of FAULTS)
		$('faults').append(h('button', { type: 'button', onclick: () => add(name, rule) }, name));
	$('expire').onclick = () =>
		act('All tokens have expired; sessions can be renewed.', () =>
			control('POST', 'tokens/revoke', { keepRefresh: true }),
		);
	$('forget').onclick = () =>
		act('All logins are forgotten; clients must log in again.', () =>
			control('POST', 'tokens/revoke', {}),
		);
	$('code').onclick = () => act('', mailedCodes);
	for (const button of document.querySelectorAll('[data-advance]'))
		button.onclick = () =>
			act('The service’s clock was advanced.', () =>
				control('POST', 'clock', { advance: Number(button.dataset.advance) }),
			);
	$('outage').onclick = () =>
		act('The service is offline for ten seconds.', () => control('POST', 'outage', { ms: 10_000 }));
	$('reset').onclick = () => {
		if (!confirm('Discard all changes and start over?')) return say('Nothing was discarded.');
		void act('The initial state is restored.', () => control('POST', 'reset'));
	};
}
