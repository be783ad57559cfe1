"""The command line. ``main(argv) -> exit code``; files and streams are touched nowhere else."""
