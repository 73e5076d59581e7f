/* Values of profiles. */

export const MONTH = { id: 2, time_units: 1, unit: 'month' };
