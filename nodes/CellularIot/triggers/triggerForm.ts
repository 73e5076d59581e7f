import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Fields } from '../../../src/table/define';
import { withAccount, withSecretAlone } from '../shared/authentication';
import { collectionsOf, type Grouped, inCollection } from '../shared/collections';
import { notice, shownWhen } from '../shared/display';
import { property } from '../shared/fieldProperty';

/* A trigger's form from the same fields as an operation's; `triggerInput` reads it by the same rules. */

/** Some fields of a form. */
interface FormPart {
	fields: Fields;
	/** Values of other parameters with which they are shown; always unless given. */
	show?: Record<string, Array<string | boolean>>;
}

/** The form: single fields first, then the collections. */
export function triggerForm(parts: readonly FormPart[]): INodeProperties[] {
	const direct: INodeProperties[] = [];
	const groups: Grouped = new Map();
	for (const { fields, show } of parts) {
		for (const [name, field] of Object.entries(fields)) {
			const { group, showWhen } = field;
			const when = { ...show, ...showWhen } as Record<string, Array<string | boolean>>;
			const item = property(name, field);
			if (group === undefined) {
				direct.push(Object.keys(when).length > 0 ? { ...item, ...shownWhen(when) } : item);
			} else {
				groups.set(group, [...(groups.get(group) ?? []), inCollection(item, when)]);
			}
		}
	}
	return [...direct, ...collectionsOf(groups)];
}

/** n8n's expression for a subtitle: the choices in a field, by the names that the form shows. */
export function subtitleOf(
	form: readonly INodeProperties[],
	name: string,
	picked = `$parameter["${name}"]`,
): string {
	const choices = form.find((shown) => shown.name === name)?.options as INodePropertyOptions[];
	const words = JSON.stringify(
		Object.fromEntries(choices.map((choice) => [choice.value, choice.name])),
	);
	return `={{ [${picked}].flat().map((value) => (${words})[value] ?? value).join(", ") }}`;
}

/** How a call is recognised as the service's own. */
export const verification = (secret: { name: string; description: string }): INodeProperties => {
	const none = {
		name: 'None',
		value: 'none',
		description: 'Anybody who knows the address can start the workflow',
	};
	const options = [none, { ...secret, value: 'secret' }];
	return {
		displayName: 'Verification',
		name: 'verification',
		type: 'options',
		noDataExpression: true,
		required: true,
		default: 'secret',
		options,
	};
};

/** What the form says of the secret of calls, where a person chooses how they are verified. */
const SECRET_RULE =
	'It needs 32 bytes or more (32 random characters): with a shorter one the workflow is not published.';

/** The notice of a node that verifies calls with the secret of its account. */
export const accountSecretNotice = (when: Record<string, Array<string | boolean>>) =>
	notice(
		'accountSecretNotice',
		`Calls are verified with the <b>Callback Secret</b> in the credential of the account. ${SECRET_RULE}`,
		shownWhen({ ...withAccount, verification: ['secret'], ...when }),
	);

/** The notice of a node that has the secret alone. */
export const secretAloneNotice = notice(
	'secretAloneNotice',
	`Calls are verified with the <b>Signing Secret</b> in the credential. ${SECRET_RULE}`,
	shownWhen(withSecretAlone),
);

/** A value that the form fixes where it has no choice. */
export const fixedValue = (
	name: string,
	value: string | boolean,
	show: Record<string, string[]>,
): INodeProperties => ({
	displayName: 'Fixed',
	name,
	type: 'hidden',
	default: value,
	...shownWhen(show),
});
