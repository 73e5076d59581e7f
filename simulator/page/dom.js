/* Helpers for the whole page: elements, calls of the control routes, the status line. */

export const $ = (id) => document.getElementById(id);

/** An element with properties and children; text is never parsed as markup. */
export function h(tag, properties = {}, ...children) {
	const element = document.createElement(tag);
	for (const [name, value] of Object.entries(properties)) {
		if (name in element && name !== 'list') element[name] = value;
		else if (value !== undefined && value !== false) element.setAttribute(name, value);
	}
	element.append(...children.filter((child) => child !== null && child !== undefined));
	return element;
}

const SAID_MS = 6000;
let silence;

/** Shows a line in the status area, which screen readers announce; an error stays visible. */
export function say(text, isError = false) {
	const line = $('said');
	clearTimeout(silence);
	if (!isError) silence = setTimeout(() => (line.textContent = ''), SAID_MS);
	line.textContent = text;
	line.classList.toggle('error', isError);
}

/** Calls a control route. @throws Error with the simulator's message */
export async function control(method, path, body) {
	const answer = await fetch(`/_sim/${path}`, {
		method,
		...(body !== undefined && {
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify(body),
		}),
	});
	const text = await answer.text();
	const json = text === '' ? undefined : JSON.parse(text);
	if (!answer.ok) throw new Error(json?.message ?? `${answer.status} at ${path}`);
	return json;
}

/** Runs a button's action, shows the outcome and refreshes the page. */
export async function act(done, work) {
	try {
		const said = await work();
		say(typeof said === 'string' ? said : done);
	} catch (error) {
		say(error.message, true);
	}
	document.dispatchEvent(new Event('changed'));
}

/** Updates the children of a list to match `items`, reusing unchanged elements. */
export function keyed(list, items, keyOf, draw) {
	const known = new Map([...list.children].map((child) => [child.dataset.key, child]));
	const wanted = items.map((item) => {
		const [key, version] = [String(keyOf(item)), JSON.stringify(item)];
		const there = known.get(key);
		if (there?.dataset.version === version) return there;
		const element = draw(item);
		Object.assign(element.dataset, { key, version });
		// Keep the focus on the same button when its line changes.
		if (there?.contains(document.activeElement)) {
			const at = [...there.querySelectorAll('button')].indexOf(document.activeElement);
			queueMicrotask(() => element.querySelectorAll('button')[at]?.focus());
		}
		return element;
	});
	const same = wanted.length === list.children.length;
	if (same && wanted.every((element, i) => element === list.children[i])) return;
	const focused = document.activeElement;
	list.replaceChildren(...wanted);
	if (list.contains(focused)) focused.focus();
}

/** A coloured label. */
export const pill = (text, tone = '', title = '') =>
	h('span', { className: `pill ${tone}`, title }, text);

const TONES = {
	ONLINE: 'good',
	ACTIVE: 'good',
	Activated: 'good',
	DELIVERED: 'good',
	ATTACHED: 'fair',
	PENDING: 'fair',
	'IN PROGRESS': 'fair',
	BUFFERED: 'fair',
	BLOCKED: 'bad',
	EXHAUSTED: 'bad',
	EXPIRED: 'bad',
	FAILED: 'bad',
	Suspended: 'bad',
};
export const statePill = (state) => pill(state, TONES[state]);

/** Time of day, by the simulator's clock. */
export const clockOf = (iso) => iso.slice(11, 19);
