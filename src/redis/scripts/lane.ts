import beatLane from './beatLane.lua';
import freeLane from './freeLane.lua';
import readLanes from './readLanes.lua';
import takeLane from './takeLane.lua';

/** The key of all lanes that workers share. */
export const LANES_KEY = 'n8n-nodes-cellular-iot:lanes';

export const TAKE_LANE = `${readLanes}${takeLane}`;
export const BEAT_LANE = `${readLanes}${beatLane}`;
export const FREE_LANE = `${readLanes}${freeLane}`;
