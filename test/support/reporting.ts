import { type Reporter, SILENT } from '../../src/reporter';

/** A reporter that tells a test what it asks for, and nobody anything else. */
export const reporting = (some: Partial<Reporter>): Reporter => ({ ...SILENT, ...some });
