import type { Json } from '../../table/define';

/* A call that only asks whether a trigger accepts the secret that it is signed with. */

const PROBE_HEADER = 'x-cellular-iot-probe';

export const PROBE_HEADERS = { [PROBE_HEADER]: 'secret' };

/** Whether a call with these headers, their names in lower case, is such a question. */
export const isProbe = (headers: Json): boolean => headers[PROBE_HEADER] !== undefined;
