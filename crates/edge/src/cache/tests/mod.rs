mod bounds;
mod conditional;
mod freshness;
mod invalidation;
mod lab;
mod sharing;
mod storing;
