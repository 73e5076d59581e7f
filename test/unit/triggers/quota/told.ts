import type { IDataObject } from 'n8n-workflow';

/** A short form of the items: the event and the id of its endpoint. */
export const told = (items: IDataObject[]) =>
	items.map(({ event, endpoint }) => `${String(event)} ${String((endpoint as IDataObject).id)}`);
