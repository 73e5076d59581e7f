import type { Json } from '../table/define';
import { dateIn } from '../table/moments';

/** As recorded; other editions have other forms. */
const USUAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Milliseconds since 1970 of an event, NaN where it names none. */
export const eventTime = (event: Json): number => {
	const text = String(event.timestamp ?? '');
	return USUAL_TIME.test(text) ? Date.parse(text) : (dateIn(text)?.toMillis() ?? NaN);
};
