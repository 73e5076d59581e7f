import type { INodeType } from 'n8n-workflow';
import { CellularIotQuotaTrigger } from '../../../nodes/CellularIot/CellularIotQuotaTrigger.node';
import { CellularIotSmsTrigger } from '../../../nodes/CellularIot/CellularIotSmsTrigger.node';
import { CellularIotStreamTrigger } from '../../../nodes/CellularIot/CellularIotStreamTrigger.node';
import { CellularIotTrigger } from '../../../nodes/CellularIot/CellularIotTrigger.node';

/* The trigger nodes, and how to create each. */

export const TRIGGER_NODES = {
	cellularIotTrigger: { make: () => new CellularIotTrigger() },
	cellularIotQuotaTrigger: { make: () => new CellularIotQuotaTrigger() },
	cellularIotSmsTrigger: { make: () => new CellularIotSmsTrigger() },
	cellularIotStreamTrigger: { make: () => new CellularIotStreamTrigger() },
} satisfies Record<string, { make: () => INodeType }>;

/** New instances of all trigger nodes. */
export const triggerNodes = (): INodeType[] =>
	Object.values(TRIGGER_NODES).map(({ make }) => make());
