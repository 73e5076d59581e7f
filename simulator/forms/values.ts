import { toIso } from '../clock';

/** `YYYY-MM-DDTHH:mm:ss.SSS+0000`: no colon in the offset. */
export const time = (ms: number) => toIso(ms).replace('Z', '+0000');
