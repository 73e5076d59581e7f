import type { INodeTypeDescription } from 'n8n-workflow';
import { actionNodes } from '../../../support/n8n/actionNodes';
import { triggerNodes } from '../../../support/n8n/triggerNodes';

/*
 * The rules `non-required-fields-in-collection` and `open-ended-node-fields` of n8n's check of packages, for the forms as
 * they are built: the check itself reads literal descriptions alone. Outside the collections stands what somebody has
 * to choose.
 */

/** Containers, and properties that hold no input. */
const NO_FIELDS = ['callout', 'collection', 'curlImport', 'fixedCollection', 'hidden', 'notice'];
/** They decide what other fields there are. */
const SELECTORS = ['authentication', 'operation', 'resource'];
/** Fields that stay outside the collections, with the reason. */
const STAYING: Record<string, string> = {
	returnAll: "n8n's own lists have it there, above Limit, which it hides.",
	simplify: "n8n's guideline names it as a parameter of its own, and its own nodes have it there.",
};

const nodes = [...actionNodes(), ...triggerNodes()].map(({ description }) => description);

/** Fields outside the collections that need not be given, each with its place. */
const optionalIn = (description: INodeTypeDescription) =>
	description.properties
		.filter(
			({ name, type, required }) =>
				required !== true && !NO_FIELDS.includes(type) && !SELECTORS.includes(name),
		)
		.map(({ name, type, displayOptions: { show } = {} }) => ({
			name,
			type,
			at: [description.name, ...(show?.resource ?? []), ...(show?.operation ?? [])].join(' '),
		}));

test('all nine nodes are looked at', () => {
	expect(nodes.map(({ name }) => name)).toHaveLength(9);
});

test('outside the collections of each form stands what is required, and Return All and Simplify', () => {
	const found = nodes.flatMap(optionalIn);
	const staying = found.filter(({ name }) => name in STAYING);
	const others = found.filter(({ name }) => !(name in STAYING));
	console.log(
		`${staying.length} fields stay outside (${Object.keys(STAYING).join(', ')}), ${others.length} others`,
	);
	expect(others).toEqual([]);
	expect([...new Set(staying.map(({ name }) => name))].sort()).toEqual(Object.keys(STAYING));
});

test('no form has a field of free JSON that may be left out', () => {
	const found = nodes.flatMap(optionalIn);
	expect(found.filter(({ type }) => type === 'json')).toEqual([]);
});

test('a required field of free JSON says why it has no form', () => {
	const free = nodes.flatMap(({ properties }) => properties.filter(({ type }) => type === 'json'));
	expect(free.length).toBeGreaterThan(0);
	for (const { name, description } of free) {
		expect(`${name}: ${description}`).toMatch(
			/only the service knows|as the service|by an expression/i,
		);
	}
});
