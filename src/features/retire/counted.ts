import type { Call, Input, Touched } from '../../table/define';
import { endpointsOfTag, onlyTag } from '../../table/entries/endpoint/endpointsOfTag';
import { readTags } from '../../table/entries/endpoint/tag';
import { retireFields } from './form';

/** The endpoints that an input retires by its tag; undefined where it names its endpoint. Sends only reads. */
export async function touchedByTag(
	call: Call,
	{ endpointsBy, tagId }: Input,
): Promise<Touched | undefined> {
	if (endpointsBy !== 'tag') return undefined;
	const tags = await readTags(call, { whole: true });
	const tag = onlyTag(tags, tagId, 'tagId', retireFields.tagId.label);
	const all = await endpointsOfTag(call, tag, { surely: true });
	return { count: all.length, endpoints: all.map(({ id }) => Number(id)) };
}
