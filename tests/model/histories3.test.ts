import { histories4th } from './shard.ts';

histories4th(3);
