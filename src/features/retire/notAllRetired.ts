import type { Json } from '../../table/define';
import { NotAllOfTagError } from '../../table/entries/endpoint/endpointsOfTag';

/** Some endpoints of a tag are not retired; what has become of each. */
export class NotAllRetiredError extends NotAllOfTagError {
	override readonly details: Json;

	constructor(
		tag: string,
		all: number,
		failures: Array<[string, unknown]>,
		/** Each endpoint of the tag, as an item of it. */
		endpoints: Json[],
	) {
		super(tag, 'retired', all, failures);
		this.details = { endpoints };
	}
}
