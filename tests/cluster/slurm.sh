#!/usr/bin/env bash
# The workflow on a Slurm cluster of one node, this machine: the same bytes as without it.
#
#   tests/cluster/slurm.sh [PYTHON]      as root, on Debian; PYTHON has .[dev,slurm] installed
#
# Sets the cluster up from Debian's packages, builds a small config through profiles/slurm and again
# on this machine alone, compares, and takes the cluster down. Status 77: packages cannot be had.
set -euo pipefail
cd "$(dirname "$0")/../.."
repository=$PWD
python=$(command -v "${1:-.venv/bin/python}")
work=$(mktemp -d)
node=$(hostname -s)

DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends slurm-wlm munge \
    > "$work/apt.log" 2>&1 || { echo "no Slurm to be had: skipped"; exit 77; }

down() {
    for name in slurmd slurmctld; do
        [ -f "$work/$name.pid" ] && kill "$(cat "$work/$name.pid")" || true
    done
    [ -f /run/munge/munged.pid ] && kill "$(cat /run/munge/munged.pid)" || true
    rm -f /etc/slurm/slurm.conf
    rm -rf "$work"
}
trap down EXIT

# Steps of jobs forget SLURM_CONF, so the file has to lie where Slurm looks by itself.
mkdir -p /etc/slurm "$work/state" "$work/spool"
cat > /etc/slurm/slurm.conf <<CONF
ClusterName=here
SlurmctldHost=$node(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
NodeName=$node NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=8000 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
install -d -o munge -g munge -m 755 /run/munge
su -s /bin/sh munge -c /usr/sbin/munged
slurmctld
slurmd -N "$node"
for _ in $(seq 40); do
    [ "$(sinfo -h -o %t 2> /dev/null || true)" = idle ] && break
    sleep 0.5
done
srun hostname

for place in cluster local; do
    mkdir "$work/$place"
    cp tests/cluster/config.yaml "$work/$place/config.yaml"
done
export PYTHONPATH=$repository/src${PYTHONPATH:+:$PYTHONPATH}
build() { # place, options
    local place=$work/$1
    shift
    "$python" -m snakemake --snakefile "$repository/Snakefile" --directory "$place" all "$@"
}
timeout 900 bash -c "$(declare -f build); python='$python' repository='$repository' work='$work'; \
    build cluster --profile '$repository/profiles/slurm' --jobs 4" 2>&1 | tee "$work/said.txt"
grep -q "Job [0-9]* has been submitted with SLURM jobid" "$work/said.txt"
build local --cores 2 > "$work/local.txt" 2>&1 || { cat "$work/local.txt"; exit 1; }
diff -r "$work/cluster/banks" "$work/local/banks"
echo "the same bytes from the cluster: $(find "$work/cluster/banks" -type f | wc -l) files"
