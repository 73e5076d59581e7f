import type { INodeListSearchItems } from 'n8n-workflow';
import { isObject } from '../../../src/wire';

/*
 * The input item as the choice of a picker of an endpoint or a SIM. It is an entry of the picker's list, not the
 * expression `{{ $json }}`: while an expression stands in a picker, n8n's editor disables From List, and a person has
 * to switch the field to Fixed before a device can be picked.
 */

/** The value of the choice; n8n's editor shows it as it is until somebody picks it from the list. */
const VALUE = 'The Input Item';

/** What such a picker opens with. */
export const INPUT_ITEM = { mode: 'list', value: VALUE };

/** The choice as an entry of a picker's list. */
export const INPUT_ITEM_ENTRY: INodeListSearchItems = { name: VALUE, value: VALUE };

/** Whether a picker's value, as n8n stores it, is the input item. */
export const isInputItem = (parameter: unknown): boolean =>
	isObject(parameter) && parameter.mode === 'list' && parameter.value === VALUE;
