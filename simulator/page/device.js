import { $, act, clockOf, control, h, keyed, statePill } from './dom.js';
import { chosenEndpoint } from './endpoints.js';

/* The device of the selected endpoint: its state, and a phone to write SMS with. */

const STATES = ['ONLINE', 'ATTACHED', 'OFFLINE'];
let device;

const finish = (smsId, status, done) => () =>
	act(done, () => control('POST', 'sms/finish', { smsId, status }));

const bubble = ({ id, direction, payload, at, status, waits }) =>
	h(
		'li',
		{ className: direction === 'MO' ? 'out' : 'in' },
		h('p', {}, payload),
		h(
			'footer',
			{},
			h('time', { dateTime: at }, clockOf(at)),
			direction === 'MT' ? statePill(status) : 'sent',
			waits
				? h('button', { type: 'button', onclick: finish(id, 4, 'Delivered.') }, 'Deliver')
				: null,
			waits ? h('button', { type: 'button', onclick: finish(id, 5, 'Failed.') }, 'Fail') : null,
		),
	);

function drawFacts() {
	const { id, sim, profile, tags, callback } = device;
	const facts = [`ID ${id}`, sim ? `SIM ${sim.iccid}` : 'no SIM', profile, ...tags];
	$('device-facts').textContent = facts.join(' · ');
	$('write').title = callback
		? `Forwarded to ${callback}`
		: 'The service profile has no callback yet';
}

function drawControls() {
	const { connectivity, quota, messages } = device;
	const isBlocked = connectivity === 'BLOCKED';
	for (const input of $('connection').querySelectorAll('input'))
		input.checked = input.value === connectivity;
	$('block').setAttribute('aria-pressed', String(isBlocked));
	$('block').textContent = isBlocked ? 'Unblock' : 'Block';
	$('quota').value = quota
		? `${quota.volume} of ${quota.full}, ${quota.status.toLowerCase()}`
		: 'none';
	for (const button of document.querySelectorAll('[data-quota]'))
		button.disabled = button.dataset.quota !== 'full' && !quota;
	const list = $('messages');
	const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
	const before = list.children.length;
	keyed(list, messages, ({ id }) => id, bubble);
	if (atEnd && list.children.length !== before) list.scrollTop = list.scrollHeight;
}

/** Loads the selected endpoint; without a selection the panel shows its purpose. */
export async function readDevice() {
	const id = chosenEndpoint();
	const isOther = id !== device?.id;
	device =
		id === undefined ? undefined : await control('GET', `endpoints/${id}`).catch(() => undefined);
	for (const part of ['controls', 'phone']) $(part).hidden = !device;
	$('no-device').hidden = Boolean(device);
	$('device-title').textContent = device ? device.name || `Endpoint ${id}` : 'Device';
	if (!device) return ($('device-facts').textContent = '');
	drawFacts();
	drawControls();
	if (isOther) $('messages').scrollTop = $('messages').scrollHeight;
}

/** The outcome of a message from the device, in words. */
function outcome({ forwarded, parts, deliveries }) {
	const written = parts === 1 ? 'Sent' : `Sent in ${parts} parts`;
	if (!forwarded) return `${written}, not forwarded: the service profile has no callback.`;
	const statuses = deliveries.map(({ statuses: all = [] }) => all.at(-1) ?? 'no answer');
	return `${written} and forwarded; answered with ${statuses.join(', ')}.`;
}

async function write(event) {
	event.preventDefault();
	const [text, to] = [$('text'), $('to').value.trim()];
	await act('', async () => {
		const body = { endpointId: device.id, payload: text.value, attempts: 1 };
		const answer = await control('POST', 'device/sms', {
			...body,
			...(to && { dest_address: to }),
		});
		text.value = '';
		return outcome(answer);
	});
	text.focus();
}

const quotaChange = {
	full: () => control('POST', 'quota', { endpointId: device.id, volume: 100 }),
	threshold: ({ volume, threshold }) =>
		control('POST', 'consume', { endpointId: device.id, volume: Math.max(0, volume - threshold) }),
	exhaust: ({ volume }) => control('POST', 'consume', { endpointId: device.id, volume }),
};

/** Delivers all messages that wait for the device. */
export const deliverAll = () =>
	device &&
	act('', async () => {
		const { finished } = await control('POST', 'sms/finish', { endpointId: device.id });
		return `Delivered: ${finished}.`;
	});

export function startDevice() {
	const change = (part, done) =>
		act(done, () => control('POST', 'endpoint', { endpointId: device.id, ...part }));
	for (const state of STATES) {
		const onchange = () => change({ connectivity: state }, `${device.name} is ${state}.`);
		const input = h('input', { type: 'radio', name: 'connection', value: state, onchange });
		$('connection').append(h('label', {}, input, state[0] + state.slice(1).toLowerCase()));
	}
	$('block').onclick = () => {
		const blocked = device.connectivity !== 'BLOCKED';
		void change({ blocked }, `${device.name} is ${blocked ? 'blocked' : 'no longer blocked'}.`);
	};
	for (const button of document.querySelectorAll('[data-quota]'))
		button.onclick = () =>
			act('The quota has changed.', () => quotaChange[button.dataset.quota](device.quota));
	$('write').addEventListener('submit', write);
	$('text').addEventListener('keydown', ({ key, ctrlKey, metaKey }) => {
		if (key === 'Enter' && (ctrlKey || metaKey)) $('write').requestSubmit();
	});
}
