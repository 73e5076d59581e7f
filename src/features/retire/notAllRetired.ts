import type { Json } from '../../table/define';
import { NotAllOfTagError } from '../../table/entries/endpoint/endpointsOfTag';

/** Some endpoints of a tag are not retired; what has become of each. */
export class NotAllRetiredError extends NotAllOfTagError {
	constructor(
		tag: string,
		all: number,
		failures: Array<[string, unknown]>,
		/** Each endpoint of the tag, as an item of it. */
		readonly endpoints: Json[],
	) {
		super(tag, 'retired', all, failures);
	}
}
