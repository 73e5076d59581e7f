import type { Client } from '../../../run/client';
import type { Call } from '../../../table/define';

/** What a diagnosis is made with. */
export interface DiagnosisPorts {
	client: Client;
	call: Call;
}
