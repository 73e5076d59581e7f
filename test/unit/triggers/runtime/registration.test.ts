import { Undo } from '../../../../src/triggers/runtime/registration';

/* What a registration that fails takes back. */

test('takes steps back in the opposite order, also behind one that cannot be taken back', async () => {
	const undone: string[] = [];
	const undo = new Undo();
	undo.add(async () => undone.push('the address'));
	undo.add(async () => {
		undone.push('the secret');
		throw new Error('The service does not answer');
	});
	undo.add(async () => undone.push('the stream'));
	await undo.all();
	expect(undone).toEqual(['the stream', 'the secret', 'the address']);
});

test('takes nothing back once all steps are complete', async () => {
	const step = jest.fn(async () => {});
	const undo = new Undo();
	undo.add(step);
	undo.forget();
	await undo.all();
	expect(step).not.toHaveBeenCalled();
});
