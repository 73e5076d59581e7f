import { startCredentials } from './credentials.js';
import { deliverAll, readDevice, startDevice } from './device.js';
import { $, say } from './dom.js';
import { readEndpoints, startEndpoints } from './endpoints.js';
import { forgetLogs, readLogs, startLogs } from './logs.js';
import { readService, startService } from './service.js';

/* Refreshes the page once a second while it is visible, and at once after each change. */

const EVERY_MS = 1000;
let isReading = false;
let isAsked = false;
let isAway = false;

async function read() {
	isAsked = true;
	if (isReading) return;
	isReading = true;
	while (isAsked) {
		isAsked = false;
		try {
			await Promise.all([readEndpoints(), readDevice(), readService(), readLogs()]);
			if (isAway) say('The service answers again.');
			isAway = false;
		} catch {
			if (!isAway) say('The service does not answer.', true);
			isAway = true;
		}
	}
	isReading = false;
}

const KEYS = {
	'/': () => $('search').focus(),
	m: () => $('text').focus(),
	d: () => void deliverAll(),
	p: () => $('pause').click(),
	'?': () => $('help').showModal(),
};

document.addEventListener('keydown', (event) => {
	const isTyping = event.target.matches('input:not([type=radio]), textarea');
	if (isTyping && event.key === 'Escape') event.target.blur();
	if (isTyping || event.ctrlKey || event.metaKey || event.altKey || $('help').open) return;
	const press = KEYS[event.key];
	if (!press) return;
	event.preventDefault();
	press();
});

$('help-open').onclick = KEYS['?'];
await startCredentials();
startEndpoints();
startDevice();
startService();
startLogs();
$('reset').addEventListener('click', forgetLogs);
document.addEventListener('changed', read);
document.addEventListener('visibilitychange', () => void read());
setInterval(() => document.hidden || void read(), EVERY_MS);
await read();
