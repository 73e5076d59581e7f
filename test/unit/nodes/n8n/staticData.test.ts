import { ObservableObject, type IDataObject } from 'n8n-workflow';
import { sharedStaticData } from '../../../../nodes/CellularIot/n8n/staticData';

/* What a call brings is saved with its run, whenever n8n saves. */

/** The static data of a workflow as n8n hands it out; `saved` is what n8n would save now. */
function staticData() {
	const data = ObservableObject.create({}, undefined, {
		ignoreEmptyOnFirstChild: true,
	}) as IDataObject;
	return {
		data,
		/** n8n builds a second workflow over the same object, which takes off the mark of changes. */
		dropMark: () => void (data.__dataChanged = false),
		saved: () => (data.__dataChanged ? (JSON.parse(JSON.stringify(data)) as object) : undefined),
	};
}

const BROUGHT = { cellularIot: { trigger: 'a delivery' } };

test('n8n 1.123 saves it before it stores the run', () => {
	const { data, saved } = staticData();
	const shared = sharedStaticData(data);
	shared.whileRunIsStored(() => shared.save(() => ({ trigger: 'a delivery' })));
	expect(saved()).toEqual(BROUGHT);
});

test('n8n 2 saves it while it stores the run, and drops the mark of earlier changes', async () => {
	const { data, dropMark, saved } = staticData();
	const shared = sharedStaticData(data);
	shared.whileRunIsStored(() => shared.save(() => ({ trigger: 'a delivery' })));
	dropMark();
	expect(saved()).toBeUndefined();
	await new Promise((resolve) => setImmediate(resolve));
	expect(saved()).toEqual(BROUGHT);
});
