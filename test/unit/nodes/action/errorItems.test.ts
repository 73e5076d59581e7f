import type { IExecuteData, INode } from 'n8n-workflow';
import { errorItem } from '../../../../nodes/CellularIot/n8n/errorItems';

/* Failed items by the node's setting "On Error"; what n8n makes of them is tried by `test:compat`. */

const failed = {
	message: 'it failed',
	details: { outcome: 'refused' },
	item: 3,
	row: { changed: 1 },
};
const json = { error: 'it failed', details: { outcome: 'refused' } };

const contextWith = (onError: string, source: IExecuteData['source']) => ({
	getNode: () => ({ onError }) as INode,
	getExecuteData: () => ({ source }) as IExecuteData,
});

test('has its error in its JSON alone where it stays among the others', () => {
	const item = errorItem(contextWith('continueRegularOutput', { main: [] }), failed);
	expect(item).toEqual({ json: { changed: 1, ...json }, pairedItem: { item: 3 } });
	expect(item.error).toBeUndefined();
});

test('has an error for the error output, which a copy of it does not have', () => {
	const item = errorItem(contextWith('continueErrorOutput', { main: [] }), failed);
	expect(item.error).toMatchObject({ message: 'it failed' });
	const copy = { ...item };
	expect(copy.error).toBeUndefined();
	expect(copy.json).toEqual({ changed: 1, ...json });
});

test('has nothing but its error and details where n8n makes no copy', () => {
	const item = errorItem(contextWith('continueErrorOutput', null), failed);
	expect(item.error).toBeUndefined();
	expect(item.json).toEqual(json);
});
