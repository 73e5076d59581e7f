import { $, control, h, say } from './dom.js';

/* Values for a client's credentials, each with a copy button. */

async function copy(label, value) {
	try {
		await navigator.clipboard.writeText(value);
		say(`${label} copied.`);
	} catch {
		say('This browser does not let the page copy: select the value instead.', true);
	}
}

const draw = ({ label, value }) => [
	h('dt', {}, label),
	h(
		'dd',
		{},
		h('code', {}, value),
		h(
			'button',
			{ type: 'button', ariaLabel: `Copy ${label}`, onclick: () => copy(label, value) },
			'Copy',
		),
	),
];

export async function startCredentials() {
	$('credentials-open').onclick = () => $('credentials').showModal();
	$('values').replaceChildren(...(await control('GET', 'credentials')).flatMap(draw));
}
