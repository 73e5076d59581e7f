import type { Call, Input, Touched } from '../../table/define';
import { touchedByTag } from '../../table/entries/endpoint/endpointsOfTag';
import { retireFields } from './form';

/** The endpoints that an input retires by its tag; undefined where it names its endpoint. Sends only reads. */
export const touchedByInput = async (
	call: Call,
	{ endpointsBy, tagId }: Input,
): Promise<Touched | undefined> =>
	endpointsBy === 'tag' ? await touchedByTag(call, tagId, retireFields.tagId.label) : undefined;
