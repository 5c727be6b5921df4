//! Nodes by the keys of their positions, for trees in which equal positions share a node.

use std::collections::HashMap;

use plyscope_core::KeyHash;

/// A growing table moves all its entries at once. Many small tables, chosen by some bits of the key, never keep a
/// search from its clock for long.
const TABLES: usize = 64;

/// See the head of the file.
pub(super) struct Keys {
    /// The key of each node. That of the root is unknown, and never asked for, since no position recurs.
    by_node: Vec<u64>,
    nodes: [HashMap<u64, u32, KeyHash>; TABLES],
}

impl Keys {
    /// No keys.
    pub(super) fn new() -> Self {
        Keys { by_node: vec![0], nodes: std::array::from_fn(|_| HashMap::default()) }
    }

    /// Forgets all keys but keeps the memory.
    pub(super) fn clear(&mut self) {
        self.by_node.truncate(1);
        self.nodes.iter_mut().for_each(HashMap::clear);
    }

    /// The bytes of all entries that there is room for.
    pub(super) fn bytes(&self) -> u64 {
        let entries: usize = self.nodes.iter().map(HashMap::capacity).sum();
        (self.by_node.capacity() * size_of::<u64>() + entries * size_of::<(u64, u32)>()) as u64
    }

    /// The key of a node.
    pub(super) fn of(&self, node: u32) -> u64 {
        self.by_node[node as usize]
    }

    /// The node with this key; if there is none, `new`, the next node to come, will be it.
    pub(super) fn find_or_add(&mut self, key: u64, new: u32) -> u32 {
        // Hash maps look at the highest and the lowest bits; these are neither.
        let table = &mut self.nodes[(key >> 32) as usize % TABLES];
        let node = *table.entry(key).or_insert(new);
        if node == new {
            debug_assert_eq!(self.by_node.len(), new as usize);
            self.by_node.push(key);
        }
        node
    }
}
